import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Staff } from '../../server/core/contracts/staff.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the staff over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann');
    await app.makeOperator('mia');
  });
  afterAll(() => app.close());

  const rolesOf = async (uid: string) => {
    const { items } = (await app.as('mia').get('/api/staff')).json<Staff>();
    return items.find((member) => member.uid === uid)?.roles.map(({ role, by }) => `${role} by ${by}`) ?? [];
  };

  it('is shown to operators, with who has granted each role and when', async () => {
    const response = await app.as('mia').get('/api/staff');
    expect(response.statusCode).toBe(200);
    const [mia] = response.json<Staff>().items;
    expect(mia).toEqual({
      uid: 'mia',
      name: null,
      roles: [{ role: 'operator', by: 'potluck-machine', since: expect.any(String) }],
    });
    expect(Date.now() - Date.parse(mia?.roles[0]?.since ?? '')).toBeLessThan(60_000);
  });

  it('changes at once, with the same token', async () => {
    expect((await app.as('tom').get('/api/staff')).statusCode).toBe(404);
    expect((await app.as('mia').put('/api/staff/tom/roles/operator', {})).statusCode).toBe(204);
    expect((await app.as('tom').get('/api/staff')).statusCode).toBe(200);
    expect(await rolesOf('tom')).toEqual(['operator by mia']);
    expect((await app.as('tom').put('/api/staff/tom/roles/moderator', {})).statusCode).toBe(204);
    expect(await rolesOf('tom')).toEqual(['operator by mia', 'moderator by tom']);
    expect((await app.as('mia').delete('/api/staff/tom/roles/operator')).statusCode).toBe(204);
    expect((await app.as('tom').get('/api/staff')).statusCode).toBe(404);
    expect(await rolesOf('tom')).toEqual(['moderator by tom']);
    const revoked = await app.as('mia').get('/api/audit/events?type=RoleRevoked&why=staff');
    expect(revoked.json().items).toMatchObject([{ stream: 'staff-tom', data: { role: 'operator', by: 'mia' } }]);
  });

  it('has its roles in its profile, also after a change of it', async () => {
    const operator = { roles: ['operator'] };
    expect((await app.as('mia').get('/api/users/profile')).json()).toMatchObject(operator);
    expect((await app.as('mia').put('/api/users/profile', { username: 'Maria' })).json()).toMatchObject(operator);
    expect((await app.as('ann').get('/api/users/profile')).json()).not.toHaveProperty('roles');
  });

  it('records a role once, however often it is granted', async () => {
    await app.as('mia').put('/api/staff/ann/roles/moderator', {});
    const head = await app.head();
    expect((await app.as('mia').put('/api/staff/ann/roles/moderator', {})).statusCode).toBe(204);
    expect((await app.as('mia').delete('/api/staff/ann/roles/operator')).statusCode).toBe(204);
    expect(await app.head()).toBe(head);
  });

  it.each([undefined, 'tom', 'ann'])('does not exist for %s, who is no operator', async (user) => {
    const { body: unknown } = await app.as(user).get('/api/nothing');
    const calls = [
      () => app.as(user).get('/api/staff'),
      () => app.as(user).put('/api/staff/ann/roles/operator', {}),
      () => app.as(user).put('/api/staff/ann/roles/cook', {}),
      () => app.as(user).put(`/api/staff/${'a'.repeat(300)}/roles/operator`, {}),
      () => app.as(user).delete('/api/staff/mia/roles/operator'),
      () => app.as(user).get('/api/staff', { 'potluck-at-least': 'soon' }),
    ];
    for (const call of calls) {
      const { statusCode, body } = await call();
      expect([statusCode, body.replace(/no [A-Z]+ [^"]+/, '')]).toEqual([404, unknown.replace(/no [A-Z]+ [^"]+/, '')]);
    }
    expect(await rolesOf('mia')).toEqual(['operator by potluck-machine']);
  });

  it('refuses roles and users that cannot exist', async () => {
    expect((await app.as('mia').put('/api/staff/ann/roles/cook', {})).statusCode).toBe(404);
    expect((await app.as('mia').put(`/api/staff/${'a'.repeat(300)}/roles/operator`, {})).statusCode).toBe(404);
  });
});
