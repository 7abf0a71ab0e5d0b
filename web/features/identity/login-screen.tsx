import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { useSubmission } from '../../components/use-submission.ts';
import { emailProblem, requiredProblem } from '../../lib/field-checks.ts';
import { identityErrorMessage, sessionEndMessage } from '../../lib/identity/identity-errors.ts';
import { prepareSignIn, signIn, signInWithGoogle, useSessionEnd } from '../../lib/identity/session.ts';
import { GoogleLogo } from './google-logo.tsx';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

/** The route is for visitors only, so signing in redirects. */
export function LoginScreen() {
  // Passed on to the other screen: where to redirect after signing in.
  const { state } = useLocation();
  const [draft, setDraft] = useState({ email: '', password: '' });
  const ended = useSessionEnd();
  useEffect(prepareSignIn, []);

  const { props, field, failure, busy } = useForm({
    draft,
    onChange: setDraft,
    check: ({ email, password }) => ({
      email: emailProblem(email),
      password: requiredProblem(password, 'Enter your password'),
    }),
    send: ({ email, password }) => signIn(email.trim(), password),
    explain: (error) => ({ text: identityErrorMessage(error, 'An error occurred during login') }),
  });

  const google = useSubmission(async () => {
    try {
      await signInWithGoogle();
      return undefined;
    } catch (error) {
      return identityErrorMessage(error, 'An error occurred during Google sign in');
    }
  });

  return (
    <IdentityPage
      title="Welcome back"
      lead="Log in to your lists, plans and people."
      verb="Log in"
      footer={
        <>
          New to Potluck?{' '}
          <Link to="/register" state={state}>
            Register here
          </Link>
        </>
      }
    >
      {ended && (
        <Alert kind="info" className={styles.alert}>
          {sessionEndMessage(ended)}
        </Alert>
      )}
      <form {...props} className={styles.form}>
        <TextField
          size="large"
          label="Email"
          {...field('email')}
          type="email"
          name="email"
          autoComplete="username"
          required
        />
        <PasswordField
          size="large"
          label="Password"
          {...field('password')}
          name="password"
          autoComplete="current-password"
          required
        />
        <Link to="/forgot-password" state={state} className={styles.forgotten}>
          Forgot password?
        </Link>
        <FailureAlert failure={failure} />
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <div className={styles.divider}>OR</div>
      <FailureAlert failure={google.failure} className={styles.failure} />
      <Button size="large" block icon={<GoogleLogo />} busy={google.busy} onClick={() => google.submit()}>
        Continue with Google
      </Button>
    </IdentityPage>
  );
}
