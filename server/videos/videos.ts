/** A service that looks up videos. */
export interface Videos {
  /** @throws VideoProblem, including VIDEO_NOT_FOUND */
  details(videoId: string): Promise<VideoDetails>;
  /**
   * The text of the first caption track, in the format of its upload; undefined if there is no track, or none that may
   * be read.
   * @throws VideoProblem
   */
  captions(videoId: string): Promise<string | undefined>;
}

export interface VideoDetails {
  readonly title: string;
  readonly channel: string;
  readonly description: string;
  readonly imageUrl: string;
}

/** Why a video cannot be imported, as shown to users. */
const messages = {
  VIDEO_NOT_FOUND: 'Video not found',
  NO_CAPTIONS: 'No captions found for this video',
  VIDEO_QUOTA_EXHAUSTED: 'No more videos can be imported for now; please try again tomorrow',
  VIDEO_TIMEOUT: 'YouTube took too long to answer; please try again',
  VIDEO_SERVICE_UNAVAILABLE: 'YouTube cannot be asked right now; please try again later',
  VIDEO_IMPORT_NOT_CONFIGURED: 'Importing videos is not set up on this server',
};
export type VideoProblemCode = keyof typeof messages;

export class VideoProblem extends Error {
  readonly code: VideoProblemCode;

  constructor(code: VideoProblemCode) {
    super(messages[code]);
    this.name = 'VideoProblem';
    this.code = code;
  }
}
