/** The browsers that get push messages. Their addresses and keys are secrets: they are in no event, read model or log line. */
export interface StoredSubscription {
  readonly uid: string;
  /** The address of the browser at its push service. */
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** Position of the log: what became unread up to it was sent, or was there before the browser subscribed. */
  readonly sentThrough: number;
}

/** Several processes may use it at once. */
export interface PushSubscriptions {
  /** @throws PushUnavailable */
  of(uid: string): Promise<StoredSubscription[]>;
  /** The users who have one. @throws PushUnavailable */
  users(): Promise<string[]>;
  /**
   * Adds a browser, or the new keys of one. Another user no longer has it, and the browsers of its user that were sent to longest
   * ago make room for it.
   * @throws PushUnavailable
   */
  add(subscription: StoredSubscription): Promise<void>;
  /** Stores that a browser was sent to. Resolves to false if it is not subscribed any more. @throws PushUnavailable */
  advance(uid: string, endpoint: string, sentThrough: number): Promise<boolean>;
  /** @throws PushUnavailable */
  remove(uid: string, endpoint: string): Promise<void>;
}

/** Who gets push messages, and the key by which browsers let this installation send them. */
export interface PushReceivers {
  readonly publicKey: string;
  readonly subscriptions: PushSubscriptions;
}

/** Subscriptions cannot be read or written now, for example because the disk is full. */
export class PushUnavailable extends Error {
  readonly code = 'PUSH_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PushUnavailable';
  }
}
