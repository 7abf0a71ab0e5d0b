import { BadRequestError } from 'firebase-tools/lib/emulator/auth/errors.js';
import {
  AgentProjectState,
  decodeRefreshToken,
  encodeRefreshToken,
  type OutOfBandRecord,
  type ProviderChanges,
  type ProviderUserInfo,
  type UserFields,
  type UserInfo,
} from 'firebase-tools/lib/emulator/auth/state.js';
import { type AccountsFile, openAccountsFile } from './accounts-file.ts';
import { type Letters, openLetters } from './letters.ts';
import type { EmulatorEmail } from './messages.ts';

/** Fields that every sign-in and token refresh changes. They need not survive a restart. */
const sessionFields: ReadonlySet<string> = new Set(['lastLoginAt', 'lastRefreshAt']);

const maxOutOfBandCodes = 1_000;

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Potluck's own page. The code is in the fragment, which browsers send to no server. */
const resetPage = (link: string, code: string): string => new URL(`/reset-password#oobCode=${code}`, link).href;

/**
 * Stores the emulator's accounts on disk: each change is durable before the call returns. Configured like a Firebase
 * project with email and password and Google: no anonymous accounts, no email links, no tenants, and no response that
 * reveals whether an address has an account.
 */
export class DurableState extends AgentProjectState {
  readonly #accounts: AccountsFile;
  readonly #letters: Letters;
  readonly #onSaveFailed: (error: unknown) => void;
  readonly #onEmail: (email: EmulatorEmail) => void;
  #restored = false;

  /**
   * @param onSaveFailed called when a change cannot be saved; memory is then ahead of the disk, so the process must end
   */
  constructor(
    projectId: string,
    dir: string,
    onSaveFailed: (error: unknown) => void,
    onEmail: (email: EmulatorEmail) => void,
  ) {
    super(projectId);
    this.enableImprovedEmailPrivacy = true;
    this.#onSaveFailed = onSaveFailed;
    this.#onEmail = onEmail;
    this.#accounts = openAccountsFile(dir);
    this.#letters = openLetters(dir, { max: maxOutOfBandCodes });
    for (const account of this.#accounts.all()) this.overwriteUserWithLocalId(account.localId, account);
    this.#restored = true;
  }

  close(): void {
    this.#accounts.close();
  }

  override get enableAnonymousUser(): boolean {
    return false;
  }

  override get enableEmailLinkSignin(): boolean {
    return false;
  }

  override getTenantProject(): never {
    throw new BadRequestError('UNSUPPORTED_TENANT_OPERATION');
  }

  /** The emulator creates and changes accounts only through this method. */
  override updateUserByLocalId(localId: string, fields: UserFields, providers: ProviderChanges = {}): UserInfo {
    const user = super.updateUserByLocalId(localId, this.#withSession(fields), providers);
    const changed =
      Object.keys(fields).some((field) => !sessionFields.has(field)) ||
      Boolean(providers.upsertProviders?.length || providers.deleteProviders?.length);
    if (changed && this.#restored) this.#save(() => this.#accounts.put(user));
    return user;
  }

  override deleteUser(user: UserInfo): void {
    super.deleteUser(user);
    this.#save(() => this.#accounts.remove(user.localId));
  }

  /**
   * A new password or email ends all sessions but the one that made the change. The emulator dates a session by the
   * last login. A change of the account has none, and that of a sign-up may be of the second before its password: without
   * this, the new token of that session would be invalid as well.
   */
  #withSession(fields: UserFields): UserFields {
    const ownChange = fields.validSince !== undefined && (fields.passwordHash ?? fields.email) !== undefined;
    return ownChange ? { ...fields, lastLoginAt: Date.now().toString() } : fields;
  }

  override createRefreshTokenFor(user: UserInfo, provider: string, extras?: object): string {
    const record = decodeRefreshToken(super.createRefreshTokenFor(user, provider, extras));
    return encodeRefreshToken({ ...record, issuedAt: nowInSeconds() });
  }

  /** Refuses sessions from before a change of password, as Firebase does and the emulator does not. */
  override validateRefreshToken(token: string): { user: UserInfo } {
    const validated = super.validateRefreshToken(token);
    const { issuedAt = 0 } = decodeRefreshToken(token);
    if (issuedAt < Number(validated.user.validSince ?? 0)) throw new BadRequestError('TOKEN_EXPIRED');
    return validated;
  }

  /** Sends no email, but writes it to a file, and passes it on. */
  override createOob(
    email: string,
    newEmail: string | undefined,
    requestType: string,
    generateLink: (oobCode: string) => string,
  ): OutOfBandRecord {
    const [oldest] = this.oobs.keys();
    if (oldest !== undefined && this.oobs.size >= maxOutOfBandCodes) this.oobs.delete(oldest);
    const linkFor = (code: string) =>
      requestType === 'PASSWORD_RESET' ? resetPage(generateLink(code), code) : generateLink(code);
    const record = super.createOob(email, newEmail, requestType, linkFor);
    const letter = { to: email, subject: requestType, link: record.oobLink };
    this.#onEmail({ ...letter, file: this.#letters.write(letter) });
    return record;
  }

  /** Removes markup, because the sign-in window inserts these values into its page unescaped. */
  override listProviderInfosByProviderId(provider: string): ProviderUserInfo[] {
    return super.listProviderInfosByProviderId(provider).map(({ displayName, email, photoUrl, ...info }) => ({
      ...info,
      ...(displayName !== undefined && { displayName: displayName.replace(/[<>]/g, '') }),
      ...(email !== undefined && { email: email.replace(/[<>]/g, '') }),
      ...(photoUrl !== undefined && /^https?:\/\/[^\s"'<>()\\]+$/.test(photoUrl) && { photoUrl }),
    }));
  }

  #save(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onSaveFailed(error);
      throw error;
    }
  }
}
