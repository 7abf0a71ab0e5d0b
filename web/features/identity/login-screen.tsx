import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useSubmission } from '../../components/use-submission.ts';
import { emailProblem, missing } from '../../lib/field-checks.ts';
import { focusFirstInvalid } from '../../lib/focus-first-invalid.ts';
import { identityErrorMessage } from '../../lib/identity/identity-errors.ts';
import { prepareSignIn, signIn, signInWithGoogle } from '../../lib/identity/session.ts';
import { GoogleLogo } from './google-logo.tsx';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

/** Whoever signs in here leaves at once: the route is for visitors only. */
export function LoginScreen() {
  // Where to go afterwards goes along to the other screen.
  const { state } = useLocation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(prepareSignIn, []);

  const problems = { email: emailProblem(email), password: missing(password, 'Enter your password') };

  const login = useSubmission(async () => {
    setChecked(true);
    if (problems.email || problems.password) return focusFirstInvalid(form);
    try {
      await signIn(email.trim(), password);
      return undefined;
    } catch (error) {
      return identityErrorMessage(error, 'An error occurred during login');
    }
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
      footer={
        <>
          New to Potluck?{' '}
          <Link to="/register" state={state}>
            Register here
          </Link>
        </>
      }
    >
      <form ref={form} className={styles.form} noValidate onSubmit={login.submit}>
        <TextField
          size="large"
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          error={checked ? problems.email : undefined}
        />
        <PasswordField
          size="large"
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={checked ? problems.password : undefined}
        />
        <FailureAlert failure={login.failure} />
        <Button type="submit" variant="primary" size="large" block busy={login.busy}>
          {login.busy ? 'Logging in...' : 'Login'}
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
