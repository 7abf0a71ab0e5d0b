/** Sent once by the parent, right after the start. */
export interface EmulatorSettings {
  readonly projectId: string;
  /** Absolute path; created if it does not exist. */
  readonly dir: string;
  /** Secret prefix of every request's path, such as `/3f0c…`. */
  readonly path: string;
}

/** Instead of an email, which the emulator does not send. The link has a secret code. */
export interface EmulatorEmail {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  /** The path of the file that has it. */
  readonly file: string;
}

/** Sent by the emulator's process. */
export type EmulatorMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'email'; readonly email: EmulatorEmail }
  /** The process cannot start, and a retry would not help; or it has started, cannot save a change, and exits. */
  | { readonly kind: 'failed'; readonly reason: string };
