/**
 * An in-memory imitation of EventStoreDB with the calls that `@eventstore/db-client` makes, over real gRPC with the
 * client's own service definitions. It fails on demand in the ways of a real server.
 */
import { type Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { appendCall } from './append-call.ts';
import { type CallFailure, type Faults, failures, toServiceError } from './faults.ts';
import { clusterInfo, type Member, supportedMethods } from './node-calls.ts';
import { GossipService, type ReadResp, ServerFeaturesService, StreamsService } from './protocol.ts';
import { answerRead, fail, type ReadCall } from './read-call.ts';
import { StoredLog } from './stored-log.ts';
import { answerSubscription } from './subscription-call.ts';

export interface FakeEventStoreDbOptions {
  /** Default: a new log. The nodes of a cluster share one. */
  readonly log?: StoredLog;
  /** Maximum concurrent calls per connection. */
  readonly maxStreams?: number;
  readonly maxAppendBytes?: number;
  /** Default: a free one. */
  readonly port?: number;
}

export class FakeEventStoreDb {
  readonly log: StoredLog;
  readonly faults: Faults = {
    everyCall: undefined,
    refusesAppends: undefined,
    beforeAppend: undefined,
    nextAppends: [],
    nextReads: [],
    nextSubscriptions: [],
    badPosition: failures.badPosition,
    notLeader: undefined,
    subscribesAtPosition: false,
  };
  /** Number of calls since the server was created. */
  readonly calls = { appends: 0, batchAppends: 0, featureProbes: 0, reads: 0, subscriptions: 0, gossip: 0 };
  /** Number of events that reads and subscriptions have received. */
  sentEvents = 0;
  /** The nodes that this one reports by gossip. */
  members: readonly Member[] = [];
  readonly #options: FakeEventStoreDbOptions;
  readonly #reading = new Set<ReadCall>();
  readonly #subscribed = new Set<ReadCall>();
  #appending = 0;
  #maxOpen = 0;
  readonly #held: (() => void)[] = [];
  #server: Server | undefined;
  #port: number;

  constructor(options: FakeEventStoreDbOptions = {}) {
    this.#options = options;
    this.log = options.log ?? new StoredLog();
    this.#port = options.port ?? 0;
  }

  static async start(options?: FakeEventStoreDbOptions): Promise<FakeEventStoreDb> {
    const server = new FakeEventStoreDb(options);
    await server.start();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get connectionString(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get openReads(): number {
    return this.#reading.size;
  }

  get openSubscriptions(): number {
    return this.#subscribed.size;
  }

  /** The maximum number of concurrent calls so far. */
  get maxOpen(): number {
    return this.#maxOpen;
  }

  /** Starts on its port, by default a free one, and later on the same port again. Keeps the events. */
  async start(): Promise<void> {
    const { maxStreams = 100, maxAppendBytes = 1024 * 1024 } = this.#options;
    const server = new Server({ 'grpc.max_concurrent_streams': maxStreams });
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_: unknown, callback: Parameters<typeof supportedMethods>[0]) => {
        this.calls.featureProbes += 1;
        supportedMethods(callback);
      },
    });
    server.addService(GossipService, {
      read: (_: unknown, callback: Parameters<typeof clusterInfo>[1]) => {
        this.calls.gossip += 1;
        clusterInfo(this.members, callback);
      },
    });
    const append = appendCall({
      log: this.log,
      maxAppendBytes,
      nextFault: () => {
        this.calls.appends += 1;
        this.faults.beforeAppend?.();
        return this.faults.everyCall ?? this.faults.refusesAppends ?? this.faults.nextAppends.shift();
      },
      hold: (write) => this.#held.push(write),
      cut: () => void this.restart(),
    });
    server.addService(StreamsService, {
      append: ((call, callback) => {
        const refusal = this.#refusalAsFollower(call.metadata);
        if (refusal !== undefined) return callback(toServiceError(refusal));
        this.#appending += 1;
        this.#updateMaxOpen();
        append(call, (...response) => {
          this.#appending -= 1;
          callback(...response);
        });
      }) satisfies typeof append,
      // A real server has it, too; tests check that the client does not call it.
      batchAppend: (call: { emit(event: 'error', error: ServiceError): unknown }) => {
        this.calls.batchAppends += 1;
        call.emit('error', toServiceError({ code: 12, details: 'Not implemented by this server' }));
      },
      read: (call: ReadCall) => void this.#read(call),
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      const onBound = (error: Error | null, port: number) => (error === null ? resolve(port) : reject(error));
      server.bindAsync(`127.0.0.1:${this.#port}`, ServerCredentials.createInsecure(), onBound);
    });
    this.#server = server;
  }

  /** Stops like `kill -9`: cuts connections and refuses new ones. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  async restart(): Promise<void> {
    this.stop();
    await this.start();
  }

  /** @param failure `end` ends them without one */
  dropSubscriptions(failure: CallFailure | 'end'): void {
    for (const call of this.#subscribed) {
      if (failure === 'end') call.end();
      else fail(call, failure);
    }
  }

  sendToSubscriptions(message: ReadResp): void {
    for (const call of this.#subscribed) call.write(message);
  }

  /** Executes the held writes. */
  releaseHeld(): void {
    for (const write of this.#held.splice(0)) write();
  }

  async #read(call: ReadCall): Promise<void> {
    const subscribing = call.request.getOptions()?.hasSubscription() ?? false;
    const open = subscribing ? this.#subscribed : this.#reading;
    open.add(call);
    this.#updateMaxOpen();
    for (const event of ['cancelled', 'close', 'finish']) call.on(event, () => open.delete(call));
    this.calls[subscribing ? 'subscriptions' : 'reads'] += 1;

    const { everyCall, nextReads, nextSubscriptions } = this.faults;
    const refusal = everyCall ?? this.#refusalAsFollower(call.metadata);
    const failure = refusal ?? (subscribing ? nextSubscriptions : nextReads).shift();
    if (failure === 'silence') return;
    if (failure !== undefined) return fail(call, failure);
    await (subscribing ? answerSubscription : answerRead)(call, this.log, this.faults, () => {
      this.sentEvents += 1;
    });
  }

  #refusalAsFollower(metadata: Metadata): CallFailure | undefined {
    return metadata.get('requires-leader').includes('true') ? this.faults.notLeader : undefined;
  }

  #updateMaxOpen(): void {
    this.#maxOpen = Math.max(this.#maxOpen, this.#appending + this.openReads + this.openSubscriptions);
  }
}
