/** From the parent, once, right after the start. */
export interface EmulatorSettings {
  readonly projectId: string;
  /** Absolute; made if it does not exist. */
  readonly dir: string;
  /** Leads every request's path, such as `/3f0c…`; a secret. */
  readonly path: string;
}

/** From the emulator's process. */
export type EmulatorMessage =
  | { readonly kind: 'listening'; readonly port: number }
  /** It cannot start, and trying again would not help; or it has started, cannot save a change, and ends. */
  | { readonly kind: 'failed'; readonly reason: string };
