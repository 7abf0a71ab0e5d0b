import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeEarlyResponse } from './early-request.ts';

const path = '/api/recipes?limit=20';
const authorization = 'Bearer token';

function sendEarly(as: string | null): Promise<Response> {
  const response = Promise.resolve(new Response());
  globalThis.earlyRequest = { path, authorization: as, response };
  return response;
}

// The page has just started, however long the tests have run.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});

afterEach(() => {
  globalThis.earlyRequest = undefined;
  vi.restoreAllMocks();
});

test('is taken by the first request for the same path, and only once', () => {
  const response = sendEarly(null);
  expect(takeEarlyResponse('/api/config', {})).toBeUndefined();
  expect(takeEarlyResponse(path, {})).toBe(response);
  expect(takeEarlyResponse(path, {})).toBeUndefined();
});

test('is not taken by a request with another token', () => {
  const response = sendEarly(authorization);
  expect(takeEarlyResponse(path, {})).toBeUndefined();
  expect(takeEarlyResponse(path, { headers: { authorization: 'Bearer renewed' } })).toBeUndefined();
  expect(takeEarlyResponse(path, { headers: { authorization } })).toBe(response);
});

test('is not taken by a screen that is opened later', () => {
  void sendEarly(null);
  vi.mocked(performance.now).mockReturnValue(15_001);
  expect(takeEarlyResponse(path, {})).toBeUndefined();
});
