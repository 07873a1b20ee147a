import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail server that accepts every e-mail and drops it. */
export interface EmailSink {
  url: string;
  close: () => void;
}

/** Ends the text of an e-mail. */
const END_OF_DATA = '\r\n.\r\n';

/** Starts the sink on a free port. It costs less CPU time than a complete SMTP server. */
export async function startEmailSink(): Promise<EmailSink> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A server that stops resets its connection.
    socket.on('error', () => {});
    serveSmtp(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function serveSmtp(socket: Socket): void {
  let buffer = '';
  let isData = false;
  socket.write('220 sink\r\n');
  socket.setEncoding('latin1').on('data', chunk => {
    buffer += String(chunk);
    for (;;) {
      const end = isData ? END_OF_DATA : '\r\n';
      const index = buffer.indexOf(end);
      if (index === -1) return;
      const command = isData ? '' : buffer.slice(0, index).toUpperCase();
      buffer = buffer.slice(index + end.length);
      isData = command === 'DATA';
      if (isData) socket.write('354 go on\r\n');
      else if (command === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}
