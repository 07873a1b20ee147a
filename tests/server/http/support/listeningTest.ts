import type { StartTestServer, TestServer } from '#tests/support/testServer.ts';

/** Creates the function that defines a test with a listening server, which `listen` starts. */
export const createListeningTest =
  <Server extends { stop: () => Promise<void> }>(
    startServer: StartTestServer,
    listen: (testServer: TestServer) => Promise<Server>,
  ) =>
  (run: (server: Server, testServer: TestServer) => Promise<void>, env = {}) =>
  async (): Promise<void> => {
    const testServer = await startServer(env);
    const server = await listen(testServer);
    await run(server, testServer).finally(server.stop);
  };
