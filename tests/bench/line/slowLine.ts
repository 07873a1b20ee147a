import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { deviceClock } from '#core/clock.ts';
import { createDelayedDirection, type DelayedDirection, type SendDelayed } from './delayedDirection.ts';

/** A line between a phone and servers: bytes per second of each direction, and the time to the server and back. */
export interface LineConditions {
  roundTripMs: number;
  downloadBytesPerSecond: number;
  uploadBytesPerSecond: number;
}

/** The line's end at the phone, for one server. */
export interface LinePort {
  port: number;
  /** Connections since the last call. */
  takeConnectionCount: () => number;
  close: () => void;
}

/** A line to several servers, which share its bandwidth. */
export interface SlowLine {
  /** Makes the server on `targetPort` of this machine available through the line, on `port` or on any free port. */
  openPort: (targetPort: number, port?: number) => Promise<LinePort>;
}

/** Bytes of a TCP segment: a large response arrives in parts, as over a real line. */
const SEGMENT_BYTES = 1_400;

/** Creates the line. TCP handshakes take a round trip, too: a connection's first bytes leave one after its start. */
export function createSlowLine(conditions: LineConditions): SlowLine {
  const { roundTripMs, downloadBytesPerSecond, uploadBytesPerSecond } = conditions;
  const delayMs = roundTripMs / 2;
  const download = createDelayedDirection(deviceClock, { bytesPerSecond: downloadBytesPerSecond, delayMs });
  const upload = createDelayedDirection(deviceClock, { bytesPerSecond: uploadBytesPerSecond, delayMs });
  return {
    openPort: (targetPort, port = 0) => openPort({ download, upload, roundTripMs }, targetPort, port),
  };
}

async function openPort(
  {
    download,
    upload,
    roundTripMs,
  }: { download: DelayedDirection; upload: DelayedDirection; roundTripMs: number },
  targetPort: number,
  port: number,
): Promise<LinePort> {
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer({ noDelay: true }, phone => {
    connectionCount++;
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    pipeDelayed(phone, target, upload.addConnection(roundTripMs));
    pipeDelayed(target, phone, download.addConnection());
    for (const socket of [phone, target]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    takeConnectionCount() {
      const count = connectionCount;
      connectionCount = 0;
      return count;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends everything that `from` receives, and its end, to `to`. */
function pipeDelayed(from: Socket, to: Socket, send: SendDelayed) {
  const sendIfOpen = (byteCount: number, deliver: () => void) =>
    send(byteCount, () => void (to.destroyed || deliver()));
  from.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length; start += SEGMENT_BYTES) {
      const segment = data.subarray(start, start + SEGMENT_BYTES);
      sendIfOpen(segment.length, () => to.write(segment));
    }
  });
  // 'close' follows.
  from.on('error', () => undefined);
  from.on('close', () => sendIfOpen(0, () => to.end()));
}
