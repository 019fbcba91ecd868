"""A certificate authority for one event, which certifies its server and its remote bots.

Nothing else trusts it, and it is deleted with the event's folder.
"""

import ipaddress
import socket
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import ArenaError
from arena.remote.config import BadRemote, Certificates, Invitation
from arena.remote.tokens import remote_folder, write_private, writing

if TYPE_CHECKING:
    import grpc
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

DAYS = 90
AUTHORITY, AUTHORITY_KEY = "ca.pem", "ca.key"
CERTIFICATE, KEY = "cert.pem", "key.pem"
LOCAL = ("localhost", "127.0.0.1", "::1")
ANY_HOST = ("0.0.0.0", "::")


class NoCertificates(ArenaError):
    """The package that makes certificates is not installed."""


class Pem(NamedTuple):
    """A certificate and its key."""

    certificate: bytes
    key: bytes


class Authority(NamedTuple):
    """A certificate authority: its certificate and its key."""

    certificate: "x509.Certificate"
    key: "ec.EllipticCurvePrivateKey"


def can_certify() -> bool:
    """Return whether certificates can be made here."""
    return find_spec("cryptography") is not None


def certify_entrant(event: Path, name: str) -> Path:
    """Return a folder for a remote bot with certificate, key and authority. Raises NoCertificates.

    Raises NoCertificates, NotWritten.
    """
    authority = _authority(event)
    folder = remote_folder(event) / name
    with writing(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
    made = _certified(authority, name, ())
    write_private(folder / AUTHORITY, _pem(authority.certificate))
    write_private(folder / CERTIFICATE, made.certificate)
    write_private(folder / KEY, made.key)
    return folder


def server_credentials(event: Path, invitation: Invitation) -> "grpc.ServerCredentials | None":
    """Make the server's credentials and the authorities that it trusts; None for plain text.

    Raises NoCertificates, BadRemote.
    """
    import grpc

    if not invitation.is_encrypted:
        return None
    if invitation.given:
        pem, trusted = _read(invitation.given)
    else:
        authority = _authority(event)
        names = (*LOCAL, *_names_of(invitation.host), *invitation.known_as)
        pem, trusted = _certified(authority, "arena", names), _pem(authority.certificate)
    return grpc.ssl_server_credentials(
        [(pem.key, pem.certificate)], root_certificates=trusted, require_client_auth=True
    )


def _read(given: Certificates) -> tuple[Pem, bytes]:
    try:
        pem = Pem(given.certificate.read_bytes(), given.key.read_bytes())
        return pem, given.authority.read_bytes()
    except OSError as error:
        raise BadRemote(f"{error.filename}: {error.strerror}") from error


def _names_of(host: str) -> tuple[str, ...]:
    """Return the names by which clients may address this machine at a host."""
    if host in ANY_HOST:
        return socket.gethostname(), socket.getfqdn()
    return (host,)


def _authority(event: Path) -> Authority:
    """Return the event's authority, which is made on first use."""
    if not can_certify():
        raise NoCertificates(
            "certificates need the package `cryptography`, which is not installed",
            "pip install 'koikoi-arena[serve]', or bring your own with --tls-cert, --tls-key and"
            " --tls-ca",
        )
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    folder = remote_folder(event)
    if not (folder / AUTHORITY_KEY).is_file():
        _make_authority(folder, event.name)
    key = load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    certificate = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
    return Authority(certificate, key)


def _make_authority(folder: Path, event: str) -> None:
    from cryptography import x509

    key, name = _new_key(), _name(f"arena {event}"[:64])
    builder = _builder(name, key).issuer_name(name)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    write_private(folder / AUTHORITY, _pem(_signed(builder, key)))
    write_private(folder / AUTHORITY_KEY, _key_pem(key))


def _certified(authority: Authority, name: str, hosts: Iterable[str]) -> Pem:
    from cryptography import x509

    key = _new_key()
    builder = _builder(_name(name), key).issuer_name(authority.certificate.subject)
    builder = builder.add_extension(
        x509.BasicConstraints(ca=False, path_length=None), critical=True
    )
    if alternatives := [_alternative(host) for host in dict.fromkeys(hosts)]:
        builder = builder.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
    return Pem(_pem(_signed(builder, authority.key)), _key_pem(key))


def _alternative(host: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _new_key() -> "ec.EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _name(text: str) -> "x509.Name":
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(name: "x509.Name", key: "ec.EllipticCurvePrivateKey") -> "x509.CertificateBuilder":
    from cryptography import x509

    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))  # clocks differ
        .not_valid_after(now + timedelta(days=DAYS))
    )


def _signed(
    builder: "x509.CertificateBuilder", key: "ec.EllipticCurvePrivateKey"
) -> "x509.Certificate":
    from cryptography.hazmat.primitives import hashes

    return builder.sign(key, hashes.SHA256())


def _pem(certificate: "x509.Certificate") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return certificate.public_bytes(Encoding.PEM)


def _key_pem(key: "ec.EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
