import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Checkpoints, LatestVerification, Verification } from '../../../../server/core/contracts/verification.ts';
import { ApiError, api } from '../../../lib/api-client.ts';
import { currentToken, currentUid } from '../../../lib/identity/session.ts';
import { queryClient } from '../../../lib/query-client.ts';

const verificationKey = ['operator', 'verification'] as const;
const runningIntervalMs = 500;
const restIntervalMs = 15_000;

/** The latest verification of the process that responds; null if there is none since it started. */
export const verificationQuery = () =>
  queryOptions({
    queryKey: verificationKey,
    queryFn: async ({ signal }) => (await api.get<LatestVerification>('/audit/verifications/latest', { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningIntervalMs : restIntervalMs),
    meta: { reader: currentUid() ?? '' },
  });

export function useStartVerification() {
  return useMutation({
    mutationFn: async (projection: string | undefined) =>
      (await api.send<Verification>('POST', '/audit/verifications', projection === undefined ? {} : { projection }))
        .data,
    onSuccess: (started) => queryClient.setQueryData(verificationKey, started),
  });
}

/** Stops the running one. */
export function useStopVerification() {
  return useMutation({
    mutationFn: () => api.send('DELETE', '/audit/verifications/latest'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationKey }),
  });
}

export const checkpointsQuery = () =>
  queryOptions({
    queryKey: ['operator', 'checkpoints'] as const,
    queryFn: async ({ signal }) => (await api.get<Checkpoints>('/audit/checkpoints?limit=5', { signal })).data.items,
    refetchInterval: restIntervalMs,
    meta: { reader: currentUid() ?? '' },
  });

/** A file of the API as text. @throws ApiError */
export async function fetchText(path: string): Promise<string> {
  const token = await currentToken();
  const response = await fetch(`/api${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const text = await response.text();
  if (response.ok) return text;
  const { message, code } = messageIn(text);
  throw new ApiError({ statusCode: response.status, code, message });
}

function messageIn(text: string): { message: string; code: string } {
  try {
    const { message, code } = JSON.parse(text);
    return { message: String(message), code: String(code) };
  } catch {
    return { message: 'Something went wrong.', code: 'HTTP_ERROR' };
  }
}

/** Saves a text as a file of the user's. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
