import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { PasswordField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { identityErrorMessage, isCodeRefused, isPasswordRefused } from '../../lib/identity/identity-errors.ts';
import { emailOfPasswordReset, passwordProblem, resetPassword } from '../../lib/identity/session.ts';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

/** Opened by the link that `ForgotPasswordScreen` has asked for. Its code is in the fragment, or in Firebase's query. */
export function ResetPasswordScreen() {
  const { hash, search } = useLocation();
  const code = new URLSearchParams(hash.slice(1)).get('oobCode') ?? new URLSearchParams(search).get('oobCode') ?? '';
  const email = useQuery({
    queryKey: ['password-reset', code],
    queryFn: () => emailOfPasswordReset(code),
    retry: false,
    gcTime: 0,
    enabled: code !== '',
  });
  const problem =
    code === ''
      ? 'This link is not complete. Ask for a new one.'
      : email.isError && identityErrorMessage(email.error, 'The link could not be checked. Try again in a moment.');
  const mayRetry = email.isError && !isCodeRefused(email.error);
  return (
    <IdentityPage
      title="Choose a new password"
      lead={email.data ? `For ${email.data}. It ends all sessions on other devices.` : 'For your account at Potluck.'}
      footer={<Link to="/forgot-password">Ask for a new link</Link>}
    >
      {problem && (
        <ErrorAlert onRetry={mayRetry ? () => void email.refetch() : undefined} retrying={email.isFetching}>
          {problem}
        </ErrorAlert>
      )}
      {code !== '' && email.isPending && (
        <Loading text="Loading...">
          <Skeleton height={52} radius={12} />
        </Loading>
      )}
      {email.data && <NewPassword code={code} email={email.data} />}
    </IdentityPage>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const go = useGo();
  const [draft, setDraft] = useState({ password: '', confirmation: '' });
  const { props, field, failure, busy } = useForm({
    draft,
    onChange: setDraft,
    check: ({ password, confirmation }) => ({
      password: requiredProblem(password, 'Enter a password'),
      confirmation: password === confirmation ? undefined : 'Passwords do not match',
    }),
    send: ({ password }) => resetPassword(code, email, password),
    onSent: (isSignedIn) => {
      notify.info(
        isSignedIn
          ? 'Your new password is saved, and you are logged in.'
          : 'Your new password is saved. Log in with it.',
      );
      go(isSignedIn ? '/' : '/login', { replace: true });
    },
    explain: async (error) => {
      const text = identityErrorMessage(error, 'Your password could not be saved. Try again in a moment.');
      if (!isPasswordRefused(error)) return { text };
      return { text: (await passwordProblem(draft.password)) ?? text, field: 'password' };
    },
  });
  return (
    <form {...props} className={styles.form}>
      {/* For password managers, which save the new password for this account. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        size="large"
        label="New Password"
        {...field('password')}
        name="password"
        autoComplete="new-password"
        required
      />
      <PasswordField
        size="large"
        label="Confirm New Password"
        {...field('confirmation')}
        name="confirmation"
        autoComplete="new-password"
        required
      />
      <FailureAlert failure={failure} />
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        Save password
      </Button>
    </form>
  );
}
