//! Joins the referee and answers its questions until the stream ends.

mod greedy;

/// The contract, generated from `proto/` by `build.rs`.
mod koikoi {
    tonic::include_proto!("koikoi.v1");
}

use std::env;
use std::error::Error;

use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};

use koikoi::notice::Kind;
use koikoi::referee_service_client::RefereeServiceClient;
use koikoi::{Answer, Join, Notice, PlayRequest};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (requests, outgoing) = mpsc::unbounded_channel();
    requests.send(join(env::var("KOIKOI_TOKEN")?))?;

    let channel = connect(&env::var("KOIKOI_ADDRESS")?).await?;
    let outgoing = UnboundedReceiverStream::new(outgoing);
    let mut responses = RefereeServiceClient::new(channel)
        .play(outgoing)
        .await?
        .into_inner();

    while let Some(response) = responses.message().await? {
        let answers: Vec<_> = response.notices.iter().filter_map(answer).collect();
        if !answers.is_empty() {
            requests.send(PlayRequest {
                join: None,
                answers,
            })?;
        }
    }
    Ok(())
}

fn join(token: String) -> PlayRequest {
    let join = Join {
        token,
        protocol_version: 1,
        client: "greedy-rust".into(),
        max_matches: 32,
        ..Default::default()
    };
    PlayRequest {
        join: Some(join),
        answers: vec![],
    }
}

/// The address is `unix:/a/path` or `host:port`; tonic wants a URI.
async fn connect(address: &str) -> Result<Channel, tonic::transport::Error> {
    let uri = if address.starts_with("unix:") {
        address.to_owned()
    } else {
        format!("http://{address}")
    };
    Endpoint::from_shared(uri)?.connect().await
}

/// The answer to a notice that asks; `None` for news, also of kinds that are not known yet.
fn answer(notice: &Notice) -> Option<Answer> {
    let Some(Kind::Question(question)) = &notice.kind else {
        return None;
    };
    let field = &question.observation.as_ref()?.field;
    Some(Answer {
        question_id: question.question_id,
        action: greedy::decide(&question.legal_actions, field)?,
    })
}
