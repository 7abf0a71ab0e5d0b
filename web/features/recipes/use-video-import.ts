import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { importVideo } from './api.ts';
import { withoutOtherVideo, withoutVideo, withVideo, withVideoOverwriting } from './imported-video.ts';
import { hasNoImportableFields, type RecipeDraft, withVideoUrl } from './recipe-draft.ts';

export type ChangeDraft = Dispatch<SetStateAction<RecipeDraft>>;

export type VideoImportState =
  | { status: 'idle' }
  | { status: 'typing'; url: string; hasLeftField: boolean }
  | { status: 'loading'; videoId: string }
  | { status: 'invalid' }
  | { status: 'loggedOut' }
  | { status: 'failed'; kind: 'error' | 'info'; text: string; canRetry: boolean }
  | { status: 'undone' };

/** The import starts after this pause in typing. */
const debounceMs = 400;

const idle: VideoImportState = { status: 'idle' };

/**
 * Imports the recipe from the video of a draft, and fills it in. Any later action aborts a running import.
 * @param isSending sending the form aborts it too, so that the user sends what they see
 */
export function useVideoImport(draft: RecipeDraft, change: ChangeDraft, isSending: boolean) {
  const signedIn = useSession().status === 'signedIn';
  // Starts at once when the user returns from the login, reloads the page or opens the draft again.
  const [state, setState] = useState(() =>
    hasNoImportableFields(draft) ? stateForUrl(draft.youtubeUrl, signedIn) : idle,
  );

  useEffect(() => {
    if (state.status !== 'typing' || (!state.hasLeftField && youtubeIdOf(state.url) === undefined)) return;
    const timer = setTimeout(() => setState(stateForUrl(state.url, signedIn)), debounceMs);
    return () => clearTimeout(timer);
  }, [state, signedIn]);

  useEffect(() => {
    if (state.status !== 'loading') return;
    const { videoId } = state;
    const request = new AbortController();
    change((current) => withoutOtherVideo(current, videoId));
    importVideo(videoId, request.signal).then(
      (video) => {
        if (request.signal.aborted) return;
        change((current) => withVideo(current, video));
        setState(idle);
      },
      (error: unknown) => {
        if (!request.signal.aborted) setState(failedState(error));
      },
    );
    return () => request.abort();
  }, [state, change]);

  useEffect(() => {
    if (isSending)
      setState((current) => (current.status === 'loading' || current.status === 'typing' ? idle : current));
  }, [isSending]);

  return {
    state,
    /** The state to show. A valid address shows the next one during the pause in typing, to avoid a layout shift. */
    shownState:
      state.status === 'typing' && youtubeIdOf(state.url) !== undefined ? stateForUrl(state.url, signedIn) : state,
    changeUrl: (url: string) => {
      setState({ status: 'typing', url, hasLeftField: false });
      change((current) => withVideoUrl(current, url));
    },
    leaveField: () =>
      setState((current) => (current.status === 'typing' ? { ...current, hasLeftField: true } : current)),
    start: () => setState(stateForUrl(draft.youtubeUrl, signedIn)),
    overwrite: () => change(withVideoOverwriting),
    undo: () => {
      change(withoutVideo);
      setState({ status: 'undone' });
    },
  };
}

function stateForUrl(url: string, signedIn: boolean): VideoImportState {
  const videoId = youtubeIdOf(url);
  if (videoId === undefined) return url.trim() === '' ? idle : { status: 'invalid' };
  return signedIn ? { status: 'loading', videoId } : { status: 'loggedOut' };
}

/** The codes of errors that an immediate retry would not resolve. */
const permanentErrorCodes = [
  'VIDEO_NOT_FOUND',
  'NO_CAPTIONS',
  'VIDEO_QUOTA_EXHAUSTED',
  'VIDEO_IMPORT_NOT_CONFIGURED',
  'TOO_MANY_IMPORTS',
];

function failedState(error: unknown): VideoImportState {
  const { statusCode, code } = error instanceof ApiError ? error : { statusCode: undefined, code: '' };
  if (statusCode === 401) return { status: 'loggedOut' };
  return {
    status: 'failed',
    // Not an error: this server does not offer the import.
    kind: code === 'VIDEO_IMPORT_NOT_CONFIGURED' ? 'info' : 'error',
    text: failureText(error, 'The video could not be looked up. Check your connection and try again.'),
    canRetry: !permanentErrorCodes.includes(code),
  };
}
