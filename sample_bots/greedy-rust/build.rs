//! Generates the messages and the client from the protos.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=proto");
    let contract = protox::compile(["koikoi/v1/referee.proto"], ["proto"])?;
    tonic_prost_build::configure()
        .build_server(false)
        .compile_fds(contract)?;
    Ok(())
}
