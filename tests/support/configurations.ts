/** Environments of the server, and what it says of those that it refuses. */
import { expect } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config/config.ts';

export const firebase = {
  FIREBASE_PROJECT_ID: 'potluck-live',
  FIREBASE_API_KEY: 'AIza-key',
  GOOGLE_APPLICATION_CREDENTIALS: '/etc/potluck/account.json',
};
export const shared = { EVENTSTORE_URL: 'esdb://log:2113?tls=true', REDIS_URL: 'redis://cache:6379' };

/** The variables that the lines of the error name. */
export function refused(env: Record<string, string>, argv: string[] = []): string[] {
  try {
    loadConfig(env, argv);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toBe(error.problems.join('\n'));
    return error.problems.map((problem) => {
      expect(problem).not.toContain('\n');
      return problem.slice(0, problem.indexOf(':'));
    });
  }
  return [];
}

/** What the error says. */
export function complaint(env: Record<string, string>): string {
  try {
    loadConfig(env, []);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}
