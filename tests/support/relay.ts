import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that records and filters what clients send to a server. */
export interface Relay {
  readonly port: number;
  /** The number of chunks from clients that contain this text. */
  countSent(text: string): number;
  /** Drops all further chunks from clients that contain this text. */
  drop(text: string): void;
  /** Closes the connection of the next chunk from a client that contains this text, instead of sending it. */
  cutAt(text: string): void;
  /** Closes all connections, but accepts new ones. */
  cut(): void;
  isUnused(): boolean;
  close(): Promise<void>;
}

/** @param serverPort on 127.0.0.1 */
export async function openRelay(serverPort: number): Promise<Relay> {
  const chunks: string[] = [];
  const clients = new Set<Socket>();
  let dropped: string | undefined;
  let cutting: string | undefined;
  const relay = createServer((client) => {
    clients.add(client);
    const server = connect(serverPort, '127.0.0.1');
    client.on('data', (data) => {
      const chunk = data.toString('latin1');
      chunks.push(chunk);
      if (cutting !== undefined && chunk.includes(cutting)) {
        cutting = undefined;
        client.destroy();
        return;
      }
      if (dropped === undefined || !chunk.includes(dropped)) server.write(data);
    });
    server.pipe(client);
    client.on('error', () => {});
    server.on('error', () => client.destroy());
    client.on('close', () => {
      clients.delete(client);
      server.destroy();
    });
  });
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    countSent: (text) => chunks.filter((chunk) => chunk.includes(text)).length,
    drop: (text) => {
      dropped = text;
    },
    cutAt: (text) => {
      cutting = text;
    },
    cut,
    isUnused: () => clients.size === 0,
    close: async () => {
      const closed = once(relay.close(), 'close');
      cut();
      await closed;
    },
  };
}
