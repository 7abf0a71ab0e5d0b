import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { profileLimits } from '../../../server/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useSubmission } from '../../components/use-submission.ts';
import { emailProblem, missing } from '../../lib/field-checks.ts';
import { focusFirstInvalid } from '../../lib/focus-first-invalid.ts';
import { identityErrorMessage, isPasswordRefused } from '../../lib/identity/identity-errors.ts';
import { passwordProblem, prepareSignIn, register } from '../../lib/identity/session.ts';
import { saveProfile } from './api.ts';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

export function RegisterScreen() {
  // Where to go afterwards goes along to the other screen.
  const { state } = useLocation();
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [refused, setRefused] = useState<{ password: string; why: string }>();
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(prepareSignIn, []);

  const problems = {
    username: missing(username, 'Enter a username'),
    email: emailProblem(email),
    password: missing(password, 'Enter a password') ?? (refused?.password === password ? refused.why : undefined),
    confirmation: password === confirmation ? undefined : 'Passwords do not match',
  };
  const shown: Partial<typeof problems> = checked ? problems : {};

  const registration = useSubmission(async () => {
    setChecked(true);
    if (problems.username || problems.email || problems.password || problems.confirmation) {
      return focusFirstInvalid(form);
    }
    try {
      const name = username.trim();
      await register(name, email.trim(), password, () => saveProfile({ username: name }));
      return undefined;
    } catch (error) {
      const message = identityErrorMessage(error, 'An error occurred during registration');
      if (!isPasswordRefused(error)) return message;
      setRefused({ password, why: (await passwordProblem(password)) ?? message });
      return undefined;
    }
  });

  return (
    <IdentityPage
      title="Create Account"
      lead="Join to share and discover recipes."
      tall
      footer={
        <Link to="/login" state={state}>
          Already have an account? Sign in
        </Link>
      }
    >
      <form ref={form} className={styles.form} noValidate onSubmit={registration.submit}>
        <TextField
          size="large"
          label="Username"
          name="username"
          autoComplete="nickname"
          required
          maxLength={profileLimits.username}
          value={username}
          onChange={setUsername}
          error={shown.username}
        />
        <TextField
          size="large"
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          error={shown.email}
        />
        <PasswordField
          size="large"
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          error={shown.password}
        />
        <PasswordField
          size="large"
          label="Confirm Password"
          name="confirmation"
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={setConfirmation}
          error={shown.confirmation}
        />
        <FailureAlert failure={registration.failure} />
        <Button type="submit" variant="primary" size="large" block busy={registration.busy}>
          Sign Up
        </Button>
      </form>
    </IdentityPage>
  );
}
