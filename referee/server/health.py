"""Health and reflection for a standing server, where the `serve` extra is installed."""

from importlib.util import find_spec

import grpc.aio

from referee.server.service import SERVICE


def add_services(server: grpc.aio.Server) -> None:
    """Add what is installed of the two."""
    names = [SERVICE]
    if find_spec("grpc_health"):
        names.append(_add_health(server))
    if find_spec("grpc_reflection"):
        from grpc_reflection.v1alpha import reflection

        reflection.enable_server_reflection([*names, reflection.SERVICE_NAME], server)


def _add_health(server: grpc.aio.Server) -> str:
    from grpc_health.v1 import health, health_pb2, health_pb2_grpc

    servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    return str(health_pb2.DESCRIPTOR.services_by_name["Health"].full_name)
