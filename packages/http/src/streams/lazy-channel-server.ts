import type { ChannelServer, ChannelServerParts } from "./channel-server.js";

/**
 * The websocket side of a server, which loads its modules with the first upgrade, to keep the start
 * short.
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
      // Without a listener a broken connection would end the process.
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
