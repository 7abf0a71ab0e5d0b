import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { importVideo } from './api.ts';
import { withAllOfVideo, withoutOtherVideo, withoutVideo, withVideo } from './imported-video.ts';
import { isUnwritten, type RecipeDraft, withVideoUrl } from './recipe-draft.ts';

export type ChangeDraft = Dispatch<SetStateAction<RecipeDraft>>;

export type VideoImport =
  | { is: 'idle' }
  | { is: 'typing'; url: string; left: boolean }
  | { is: 'asking'; videoId: string }
  | { is: 'invalid' }
  | { is: 'loggedOut' }
  /** `again` where another try may work. */
  | { is: 'failed'; kind: 'error' | 'info'; text: string; again: boolean }
  | { is: 'undone' };

/** An address is taken up when it was left alone for this time (ms): while it is typed it is none yet. */
const pause = 400;

const idle: VideoImport = { is: 'idle' };

/**
 * Asks what the video of a draft tells of the recipe, and fills it in. There is one question at a time: whatever comes
 * after it, ends it.
 * @param sending ends it too: what is sent is what was seen
 */
export function useVideoImport(draft: RecipeDraft, change: ChangeDraft, sending: boolean) {
  const signedIn = useSession().status === 'signedIn';
  // Whoever was away to log in, or loaded the page anew, finds the answer here.
  const [state, setState] = useState(() => (isUnwritten(draft) ? takenUp(draft.youtubeUrl, signedIn) : idle));

  useEffect(() => {
    if (state.is !== 'typing' || (!state.left && youtubeIdOf(state.url) === undefined)) return;
    const timer = setTimeout(() => setState(takenUp(state.url, signedIn)), pause);
    return () => clearTimeout(timer);
  }, [state, signedIn]);

  useEffect(() => {
    if (state.is !== 'asking') return;
    const { videoId } = state;
    const asking = new AbortController();
    change((now) => withoutOtherVideo(now, videoId));
    importVideo(videoId, asking.signal).then(
      (video) => {
        if (asking.signal.aborted) return;
        change((now) => withVideo(now, video));
        setState(idle);
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setState(failed(error));
      },
    );
    return () => asking.abort();
  }, [state, change]);

  useEffect(() => {
    if (sending) setState((now) => (now.is === 'asking' || now.is === 'typing' ? idle : now));
  }, [sending]);

  return {
    state,
    /** What there is to say: an address that is one is told at once what it will be taken up as, so that nothing moves later. */
    shown: state.is === 'typing' && youtubeIdOf(state.url) !== undefined ? takenUp(state.url, signedIn) : state,
    write: (url: string) => {
      setState({ is: 'typing', url, left: false });
      change((now) => withVideoUrl(now, url));
    },
    leave: () => setState((now) => (now.is === 'typing' ? { ...now, left: true } : now)),
    ask: () => setState(takenUp(draft.youtubeUrl, signedIn)),
    takeAll: () => change(withAllOfVideo),
    undo: () => {
      change(withoutVideo);
      setState({ is: 'undone' });
    },
  };
}

function takenUp(url: string, signedIn: boolean): VideoImport {
  const videoId = youtubeIdOf(url);
  if (videoId === undefined) return url.trim() === '' ? idle : { is: 'invalid' };
  return signedIn ? { is: 'asking', videoId } : { is: 'loggedOut' };
}

/** Of these the next answer would be the same. */
const final = [
  'VIDEO_NOT_FOUND',
  'NO_CAPTIONS',
  'VIDEO_QUOTA_EXHAUSTED',
  'VIDEO_IMPORT_NOT_CONFIGURED',
  'TOO_MANY_IMPORTS',
];

function failed(error: unknown): VideoImport {
  const { statusCode, code } = error instanceof ApiError ? error : { statusCode: undefined, code: '' };
  if (statusCode === 401) return { is: 'loggedOut' };
  return {
    is: 'failed',
    // A server without the service is no fault of anybody here.
    kind: code === 'VIDEO_IMPORT_NOT_CONFIGURED' ? 'info' : 'error',
    text: failureText(error, 'The video could not be looked up. Check your connection and try again.'),
    again: !final.includes(code),
  };
}
