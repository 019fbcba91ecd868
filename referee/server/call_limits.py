"""Limits of calls: what one caller has open at a time, so that nobody keeps others out.

A caller is the name in its certificate. Without TLS all callers are one, on this machine.
"""

import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import grpc
import grpc.aio

# A bot needs one call. Where the network breaks, old ones end only when keepalive notices it.
PLAY_CALLS = 16
# Health checks and reflection.
OTHER_CALLS = 2
# For a call that is no match, such as `Health.Watch`, which would have no end.
OTHER_SECONDS = 60.0
COMMON_NAME = "x509_common_name"
Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


def name_of(context: Context) -> str:
    """Return the name in the caller's certificate; empty without one."""
    names = (context.auth_context() or {}).get(COMMON_NAME, ())
    return b"".join(names).decode(errors="replace")


@dataclass
class CallLimits(grpc.aio.ServerInterceptor):
    """Limits the calls of each caller; those for matches and all others are counted apart."""

    play: str  # the method of matches, which lasts as long as they do
    is_certified: bool
    _open: Counter[tuple[str, bool]] = field(default_factory=Counter)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Return the handler of a call within its limits. Called by gRPC."""
        handler = await continuation(handler_call_details)
        is_play = handler_call_details.method == self.play
        if handler is None or (is_play and not self.is_certified):
            return handler
        return self._limited(handler, is_play=is_play)

    def _limited(self, handler: Any, *, is_play: bool) -> Any:
        for kind in KINDS:
            if (act := getattr(handler, kind)) is not None:
                make = getattr(grpc, f"{kind}_rpc_method_handler")
                wrap = self._stream if inspect.isasyncgenfunction(act) else self._call
                limited = wrap(act, is_play=is_play)
                return make(limited, handler.request_deserializer, handler.response_serializer)
        return handler

    def _call(self, act: Any, *, is_play: bool) -> Any:
        async def limited(request: object, context: Context) -> Any:
            async with self._held(context, is_play=is_play):
                return await act(request, context)

        return limited

    def _stream(self, act: Any, *, is_play: bool) -> Any:
        async def limited(requests: object, context: Context) -> AsyncIterator[Any]:
            async with self._held(context, is_play=is_play):
                async for response in act(requests, context):
                    yield response

        return limited

    @asynccontextmanager
    async def _held(self, context: Context, *, is_play: bool) -> AsyncIterator[None]:
        caller = name_of(context), is_play
        if self._open[caller] >= (PLAY_CALLS if is_play else OTHER_CALLS):
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many calls of yours")
        with self._counted(caller):
            if is_play:
                yield
                return
            try:
                async with asyncio.timeout(OTHER_SECONDS):
                    yield
            except TimeoutError:
                await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "that is long enough")

    @contextmanager
    def _counted(self, caller: tuple[str, bool]) -> Iterator[None]:
        self._open[caller] += 1
        try:
            yield
        finally:
            self._open[caller] -= 1
            if not self._open[caller]:
                del self._open[caller]


KINDS = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")
