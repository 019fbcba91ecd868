// Joins the referee and answers its questions until the stream ends.

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "greedy.h"
#include "koikoi/v1/referee.grpc.pb.h"

namespace pb = koikoi::v1;

namespace {

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

pb::PlayRequest Joining() {
  pb::PlayRequest request;
  pb::Join& join = *request.mutable_join();
  join.set_token(Environment("KOIKOI_TOKEN"));
  join.set_protocol_version(1);
  join.set_client("greedy-cpp");
  join.set_max_matches(32);
  return request;
}

// The answers to all questions in a response; news of every other kind is passed over.
pb::PlayRequest Answers(const pb::PlayResponse& response) {
  pb::PlayRequest request;
  for (const pb::Notice& notice : response.notices()) {
    if (!notice.has_question()) continue;
    const pb::Question& question = notice.question();
    const auto& legal = question.legal_actions();
    const auto& field = question.observation().field();
    pb::Answer& answer = *request.add_answers();
    answer.set_question_id(question.question_id());
    answer.set_action(static_cast<pb::Action>(
        greedy::Decide({legal.data(), static_cast<std::size_t>(legal.size())},
                       {field.data(), static_cast<std::size_t>(field.size())})));
  }
  return request;
}

}  // namespace

int main() {
  const auto channel =
      grpc::CreateChannel(Environment("KOIKOI_ADDRESS"), grpc::InsecureChannelCredentials());
  const auto referee = pb::RefereeService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = referee->Play(&context);

  // A write fails when the stream has ended. Then so does the next read, and Finish says why.
  stream->Write(Joining());
  pb::PlayResponse response;
  while (stream->Read(&response)) {
    const pb::PlayRequest answers = Answers(response);
    if (answers.answers_size() > 0) stream->Write(answers);
  }

  const grpc::Status status = stream->Finish();
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << "the stream broke: " << status.error_message() << '\n';
  return EXIT_FAILURE;
}
