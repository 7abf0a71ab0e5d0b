import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a client, such as a browser, and a server that can delay, cut and hold the traffic. */
export interface Line {
  /** The address for the client: `http://localhost:<port>`. */
  readonly address: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
  /** Holds all data, in both directions, until `release`. */
  hold(): void;
  release(): void;
  /** Delays all further chunks, in each direction. */
  delay(ms: number): void;
  /** Breaks a connection, in each direction, one byte before the end of what it carries next: in the middle of a frame. */
  cutInFrame(): void;
}

/** Carries one direction of a connection. */
interface Carrier {
  carry(chunk: Buffer): void;
  /** Closes the connection after all earlier data. */
  end(): void;
  /** Delivers the data whose delay has passed, unless the connection is held. */
  deliver(): void;
}

/**
 * @param server the server's address
 * @param initialDelayMs delay of each chunk, in each direction, until `delay`
 */
export async function openLine(server: string, initialDelayMs = 0): Promise<Line> {
  const sockets = new Set<Socket>();
  const carriers = new Set<Carrier>();
  let isHeld = false;
  let delayMs = initialDelayMs;
  /** Directions whose next chunk breaks its connection. */
  const breaking = new Set<'sent' | 'received'>();

  const carrierTo = (receiver: Socket): Carrier => {
    const inTransit: (Buffer | 'end')[] = [];
    /** Number of items at the start of `inTransit` whose delay has passed. */
    let due = 0;
    const send = (item: Buffer | 'end') => {
      inTransit.push(item);
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
        if (isHeld) return;
        for (const item of inTransit.splice(0, due)) {
          if (item === 'end') receiver.destroySoon();
          else receiver.write(item);
        }
        due = 0;
      },
    };
    return carrier;
  };

  // Without Nagle's algorithm, as the sockets of browsers and servers: small frames would wait 40 ms for the one before.
  const relay = createServer({ pauseOnConnect: true, noDelay: true }, (browser) => {
    const upstream = connect({ port: Number(new URL(server).port), host: '127.0.0.1', noDelay: true });
    for (const [direction, sender, receiver] of [
      ['sent', browser, upstream],
      ['received', upstream, browser],
    ] as const) {
      const carrier = carrierTo(receiver);
      carriers.add(carrier);
      sockets.add(sender);
      sender.on('data', (data) => {
        const breaks = breaking.delete(direction);
        carrier.carry(breaks ? data.subarray(0, -1) : data);
        if (breaks) sender.destroy();
      });
      sender.on('error', () => sender.destroy());
      sender.on('close', () => {
        sockets.delete(sender);
        carrier.end();
      });
      receiver.on('close', () => carriers.delete(carrier));
      if (isHeld) sender.pause();
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
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: async () => {
      if (!relay.listening) await listen(port);
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      isHeld = false;
      for (const carrier of carriers) carrier.deliver();
      for (const socket of sockets) socket.resume();
    },
    delay: (ms) => {
      delayMs = ms;
    },
    cutInFrame: () => {
      breaking.add('sent');
      breaking.add('received');
    },
  };
}
