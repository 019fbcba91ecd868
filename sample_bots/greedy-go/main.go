// Bot joins the referee and answers its questions until the stream ends.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "bot/koikoi/v1"
)

// Only after a change of the protos; wants protoc, protoc-gen-go and protoc-gen-go-grpc.
//go:generate protoc -Iproto --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative koikoi/v1/cards.proto koikoi/v1/referee.proto koikoi/v1/ruleset.proto

func main() {
	if err := play(os.Getenv("KOIKOI_ADDRESS"), os.Getenv("KOIKOI_TOKEN")); err != nil {
		log.Fatal("the stream broke: ", err)
	}
}

// play returns nil when the referee has nothing more to play.
func play(address, token string) error {
	plain := grpc.WithTransportCredentials(insecure.NewCredentials())
	connection, err := grpc.NewClient(address, plain)
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := pb.NewRefereeServiceClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	join := &pb.Join{Token: token, ProtocolVersion: 1, Client: "greedy-go", MaxMatches: 32}
	if err := send(stream, &pb.PlayRequest{Join: join}); err != nil {
		return err
	}
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if answers := answersTo(response.GetNotices()); len(answers) > 0 {
			if err := send(stream, &pb.PlayRequest{Answers: answers}); err != nil {
				return err
			}
		}
	}
}

// send lets an ended stream pass: the next Recv says how it ended.
func send(stream pb.RefereeService_PlayClient, request *pb.PlayRequest) error {
	if err := stream.Send(request); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// answersTo answers all questions among the notices and passes over the rest.
func answersTo(notices []*pb.Notice) []*pb.Answer {
	var answers []*pb.Answer
	for _, notice := range notices {
		if question := notice.GetQuestion(); question != nil {
			action := decide(question.GetLegalActions(), question.GetObservation().GetField())
			answers = append(answers, &pb.Answer{QuestionId: question.GetQuestionId(), Action: action})
		}
	}
	return answers
}
