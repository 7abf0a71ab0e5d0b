import type { SessionEnd } from '../../core/contracts/shared.ts';
import { AccountProblem, type AccountProblemCode } from '../../identity/identity.ts';
import { PictureProblem, type PictureProblemCode } from '../../pictures/pictures.ts';
import { RecipePageProblem, type RecipePageProblemCode } from '../../recipe-pages/recipe-page-problem.ts';
import { VideoProblem, type VideoProblemCode } from '../../videos/videos.ts';

export interface ErrorDetails {
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  /** Path of the invalid property of the body. */
  readonly field?: string | undefined;
  /** Of a 401, if the token was that of a session. */
  readonly reason?: SessionEnd | undefined;
}

type Status = readonly [status: number, details?: ErrorDetails];

const videoStatus: Record<VideoProblemCode, Status> = {
  VIDEO_NOT_FOUND: [404],
  NO_CAPTIONS: [404],
  VIDEO_QUOTA_EXHAUSTED: [503, { retryAfter: 3_600 }],
  VIDEO_TIMEOUT: [504],
  VIDEO_SERVICE_UNAVAILABLE: [503, { retryAfter: 30 }],
  VIDEO_IMPORT_NOT_CONFIGURED: [501],
};

const pageStatus: Record<RecipePageProblemCode, Status> = {
  NO_RECIPE: [404],
  NO_RECIPE_IN_TEXT: [422, { field: 'text' }],
  PAGE_UNAVAILABLE: [404],
  PAGE_TOO_LARGE: [422, { field: 'url' }],
  PAGE_TIMEOUT: [504],
  PAGE_TOO_COMPLEX: [422, { field: 'url' }],
  TEXT_TOO_COMPLEX: [422, { field: 'text' }],
  PAGES_BUSY: [503, { retryAfter: 5 }],
};

const pictureStatus: Record<PictureProblemCode, Status> = {
  NOT_A_PICTURE: [415],
  TOO_MANY_PIXELS: [422],
  DAMAGED_PICTURE: [422],
  PICTURE_TOO_SLOW: [422],
  PICTURE_GONE: [422],
  PICTURE_NOT_FOUND: [422],
  PICTURE_NOT_READABLE: [422],
  PICTURE_TOO_LARGE: [422],
  PICTURE_TIMEOUT: [422],
  PICTURES_BUSY: [503, { retryAfter: 5 }],
};

/** The fields belong to the profile form. */
const accountStatus: Record<AccountProblemCode, Status> = {
  EMAIL_IN_USE: [409, { field: 'email' }],
  INVALID_EMAIL: [422, { field: 'email' }],
  WEAK_PASSWORD: [422, { field: 'newPassword' }],
  TOO_MANY_ATTEMPTS: [429, { retryAfter: 300 }],
  ACCOUNT_GONE: [401, { reason: 'deleted' }],
};

/** How to respond to a problem that a part of the application has found, such as a picture that is none. */
interface ProblemResponse {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails;
}

const respond = (code: string, [status, details = {}]: Status): ProblemResponse => ({ status, code, details });

/** The response to a problem with a status of its own; undefined for all other errors. */
export function problemResponse(error: Error): ProblemResponse | undefined {
  if (error instanceof VideoProblem) return respond(error.code, videoStatus[error.code]);
  if (error instanceof RecipePageProblem) return respond(error.code, pageStatus[error.code]);
  if (error instanceof PictureProblem) {
    const [status, details] = pictureStatus[error.code];
    return respond(error.code, [status, { ...details, field: error.field }]);
  }
  if (!(error instanceof AccountProblem)) return undefined;
  // The same response as for any token of a deleted account.
  return respond(error.code === 'ACCOUNT_GONE' ? 'INVALID_TOKEN' : error.code, accountStatus[error.code]);
}
