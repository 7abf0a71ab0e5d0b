import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The line between a browser and the server: one that can be cut, and held up, as lines are. */
export interface Line {
  /** What the browser opens: `http://localhost:<port>`. */
  readonly address: string;
  /** Breaks all connections and takes no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Whatever is on its way waits, in both directions, until `release`. */
  hold(): void;
  release(): void;
}

/** @param server its address */
export async function openLine(server: string): Promise<Line> {
  const open = new Set<Socket>();
  const relay = createServer({ pauseOnConnect: true }, (browser) => {
    const upstream = connect(Number(new URL(server).port), '127.0.0.1');
    const ends = [browser, upstream] as const;
    for (const end of ends) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        open.delete(end);
        for (const other of ends) other.destroySoon();
      });
    }
    browser.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => browser.write(data));
    for (const end of ends)
      if (held) end.pause();
      else end.resume();
  });
  let held = false;
  const listen = async (port: number) => {
    relay.listen(port, '127.0.0.1');
    await once(relay, 'listening');
  };
  await listen(0);
  const { port } = relay.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    cut: async () => {
      if (!relay.listening) return;
      const closed = once(relay, 'close');
      relay.close();
      for (const end of open) end.destroy();
      await closed;
    },
    mend: async () => {
      if (!relay.listening) await listen(port);
    },
    hold: () => {
      held = true;
      for (const end of open) end.pause();
    },
    release: () => {
      held = false;
      for (const end of open) end.resume();
    },
  };
}
