export interface YoutubeSettings {
  /** Without a `/` at its end. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Captions are given only to whom their owner has allowed it; without a token nobody asks for them. */
  readonly oauthToken: string | undefined;
}
