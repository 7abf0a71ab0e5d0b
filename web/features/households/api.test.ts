import { expect, test, vi } from 'vitest';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { changeHousehold, endingHere, invitationQuery } from './api.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
// Node has no database in which a household's documents are kept.
vi.mock('../../lib/sync/kept-documents.ts', () => ({ keepDocuments: () => {}, forgetDocuments: async () => {} }));

test.each([
  ['twice without a response', 0, 3],
  ['twice if the server fails', 500, 3],
  ['not if the code is wrong', 404, 1],
  ['not after too many codes, as each counts', 429, 1],
])('looks up an invitation again %s', async (_, statusCode, calls) => {
  queryClient.clear();
  const get = vi.spyOn(api, 'get').mockRejectedValue(new ApiError({ statusCode, code: 'X', message: 'No' }));
  const lookUp = queryClient.fetchQuery({ ...invitationQuery('mia', 'code'), retryDelay: 0 });
  await expect(lookUp).rejects.toThrow('No');
  expect(get).toHaveBeenCalledTimes(calls);
});

test('a household that could not be left says later when it ends, and one that was left does not', async () => {
  const leave = () => changeHousehold('mia', 'home', { kind: 'leave', keepCopy: false, key: 'key' });
  vi.spyOn(api, 'send').mockRejectedValueOnce(new ApiError({ statusCode: 503, code: 'X', message: 'No' }));
  await expect(leave()).rejects.toThrow('No');
  expect(endingHere.has('home')).toBe(false);
  vi.spyOn(api, 'send').mockResolvedValue({ data: undefined });
  await leave();
  expect(endingHere.has('home')).toBe(true);
});
