import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The line between a browser and the server: one that can be slow, be cut, and be held up, as lines are. */
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

/** Carries one direction of a connection. */
interface Carrier {
  carry(chunk: Buffer): void;
  /** Ends the connection once everything before has arrived. */
  end(): void;
  /** Hands over what has been on its way for long enough, unless the line is held. */
  deliver(): void;
}

/**
 * @param server its address
 * @param delayMs how long each chunk takes, in each direction
 */
export async function openLine(server: string, delayMs = 0): Promise<Line> {
  const open = new Set<Socket>();
  const carriers = new Set<Carrier>();
  let held = false;

  const carrierTo = (receiver: Socket): Carrier => {
    const onTheWay: (Buffer | 'end')[] = [];
    /** How many of them, from the first on, have been on their way for long enough. */
    let due = 0;
    const send = (what: Buffer | 'end') => {
      onTheWay.push(what);
      if (delayMs === 0) arrive();
      else setTimeout(arrive, delayMs);
    };
    const arrive = () => {
      due += 1;
      carrier.deliver();
    };
    const carrier: Carrier = {
      carry: send,
      end: () => send('end'),
      deliver: () => {
        if (held) return;
        for (const what of onTheWay.splice(0, due)) {
          if (what === 'end') receiver.destroySoon();
          else receiver.write(what);
        }
        due = 0;
      },
    };
    return carrier;
  };

  const relay = createServer({ pauseOnConnect: true }, (browser) => {
    const upstream = connect(Number(new URL(server).port), '127.0.0.1');
    for (const [sender, receiver] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      const carrier = carrierTo(receiver);
      carriers.add(carrier);
      open.add(sender);
      sender.on('data', (data) => carrier.carry(data));
      sender.on('error', () => sender.destroy());
      sender.on('close', () => {
        open.delete(sender);
        carrier.end();
      });
      receiver.on('close', () => carriers.delete(carrier));
      if (held) sender.pause();
      else sender.resume();
    }
  });
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
      for (const carrier of carriers) carrier.deliver();
      for (const end of open) end.resume();
    },
  };
}
