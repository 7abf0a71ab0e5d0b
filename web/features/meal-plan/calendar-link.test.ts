import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { calendarLinkQuery, createCalendarLink } from './calendar-link.ts';

const createdAt = '2026-11-20T10:00:00.000Z';
const refusal = (code: string) => new ApiError({ statusCode: 409, code, message: code });

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://potluck.example' });
});

test('a link whose first response was lost, and with it the address, is created anew, as its user', async () => {
  const send = vi.spyOn(api, 'send').mockRejectedValueOnce(refusal('LINK_SHOWN_BEFORE'));
  send.mockResolvedValueOnce({ data: { path: '/api/calendar/secret.ics', createdAt } });
  expect(await createCalendarLink('mia', 'home')).toBe('https://potluck.example/api/calendar/secret.ics');
  const call = ['POST', '/meal-plan/home/calendar-link', undefined, { sender: 'mia' }];
  expect(send.mock.calls).toEqual([call, call]);
  expect(queryClient.getQueryData(calendarLinkQuery('mia', 'home').queryKey)).toEqual({ createdAt });
});

test('a link that is refused for another reason is not created', async () => {
  const send = vi.spyOn(api, 'send').mockRejectedValue(refusal('FORBIDDEN'));
  await expect(createCalendarLink('mia', 'home')).rejects.toThrow('FORBIDDEN');
  expect(send).toHaveBeenCalledOnce();
});
