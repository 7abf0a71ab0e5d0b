export interface YoutubeSettings {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Captions require the consent of their owner; without a token they are not requested. */
  readonly oauthToken: string | undefined;
}
