import type { ChannelServer, ChannelServerParts } from "./channel-server.js";

/**
 * The websocket side of a server, which loads what it is made of when the first upgrade comes: most
 * nodes start without one, and it takes a good part of the start.
 */
export const lazyChannelServer = (parts: ChannelServerParts): ChannelServer => {
  let loading: Promise<ChannelServer> | undefined;
  let server: ChannelServer | undefined;
  let isClosed = false;
  const load = async (): Promise<ChannelServer> => {
    const { createChannelServer } = await import("./channel-server.js");
    server = createChannelServer(parts);
    if (isClosed) await server.close(0);
    return server;
  };
  return {
    upgrade: (request, socket, head) => {
      if (server !== undefined) {
        server.upgrade(request, socket, head);
        return;
      }
      // Without a listener a connection that breaks meanwhile would end the process.
      socket.on("error", () => undefined);
      loading ??= load();
      loading
        .then((loaded) => loaded.upgrade(request, socket, head))
        .catch((error: unknown) => {
          parts.logger.error({ err: error }, "unexpected error");
          socket.destroy();
        });
    },
    connections: () => server?.connections() ?? 0,
    close: async (graceMs) => {
      isClosed = true;
      const loaded = await loading;
      await loaded?.close(graceMs);
    },
  };
};
