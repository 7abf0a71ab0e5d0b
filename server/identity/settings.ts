export type IdentitySettings =
  /** The emulator as a child process; `dataDir` (absolute) holds the accounts. */
  | { readonly kind: 'emulator'; readonly dataDir: string }
  /** An emulator that runs separately at `host` (host:port), for development with several processes. */
  | { readonly kind: 'external-emulator'; readonly host: string }
  | FirebaseSettings;

export interface FirebaseSettings {
  readonly kind: 'firebase';
  readonly projectId: string;
  readonly apiKey: string;
  readonly authDomain: string;
  /** A service account: its JSON text, or the file that holds it. */
  readonly credentials:
    | { readonly kind: 'json'; readonly json: string }
    | { readonly kind: 'file'; readonly file: string };
}
