/** Environments of the server, and the errors for invalid ones. */
import { expect } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config/config.ts';

export const firebase = {
  FIREBASE_PROJECT_ID: 'potluck-live',
  FIREBASE_API_KEY: 'AIza-key',
  GOOGLE_APPLICATION_CREDENTIALS: '/etc/potluck/account.json',
};
export const shared = { EVENTSTORE_URL: 'esdb://log:2113?tls=true', REDIS_URL: 'redis://cache:6379' };

/** The variables named in the configuration error; empty if the environment is valid. */
export function invalidVariables(env: Record<string, string>, argv: string[] = []): string[] {
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

/** The message of the configuration error; empty if the environment is valid. */
export function configErrorMessage(env: Record<string, string>): string {
  try {
    loadConfig(env, []);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}
