import { useMutation } from '@tanstack/react-query';
import { failureText } from '../failure-text.ts';
import { notify } from '../notices.ts';
import { fetchOlderComments, type OlderComments } from './fetch-older-comments.ts';

/** The mutation that fetches the next page of older comments. */
export const useFetchOlder = (older: OlderComments) =>
  useMutation({
    mutationFn: () => fetchOlderComments(older),
    retry: 1,
    onError: (error) => notify.error(failureText(error, 'Failed to fetch comments')),
  });

export type FetchOlder = ReturnType<typeof useFetchOlder>;
