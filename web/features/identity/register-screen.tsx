import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { profileLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { emailProblem, requiredProblem } from '../../lib/field-checks.ts';
import { identityErrorMessage, isPasswordRefused } from '../../lib/identity/identity-errors.ts';
import { passwordProblem, prepareSignIn, register } from '../../lib/identity/session.ts';
import { saveProfile } from './api.ts';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

export function RegisterScreen() {
  // Passed on to the other screen: where to redirect after signing in.
  const { state } = useLocation();
  const [draft, setDraft] = useState({ username: '', email: '', password: '', confirmation: '' });
  useEffect(prepareSignIn, []);

  const { props, field, failure, busy } = useForm({
    draft,
    onChange: setDraft,
    check: ({ username, email, password, confirmation }) => ({
      username: requiredProblem(username, 'Enter a username'),
      email: emailProblem(email),
      password: requiredProblem(password, 'Enter a password'),
      confirmation: password === confirmation ? undefined : 'Passwords do not match',
    }),
    send: ({ username, email, password }) => {
      const name = username.trim();
      return register(name, email.trim(), password, () => saveProfile({ username: name }));
    },
    explain: async (error) => {
      const text = identityErrorMessage(error, 'An error occurred during registration');
      if (!isPasswordRefused(error)) return { text };
      return { text: (await passwordProblem(draft.password)) ?? text, field: 'password' };
    },
  });

  return (
    <IdentityPage
      title="Create Account"
      lead="Join to share and discover recipes."
      verb="Register"
      tall
      footer={
        <Link to="/login" state={state}>
          <span className={styles.question}>Already have an account?</span> Sign in
        </Link>
      }
    >
      <form {...props} className={styles.form}>
        <TextField
          size="large"
          label="Username"
          {...field('username')}
          name="username"
          autoComplete="nickname"
          required
          maxLength={profileLimits.username}
        />
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
          autoComplete="new-password"
          required
        />
        <PasswordField
          size="large"
          label="Confirm Password"
          {...field('confirmation')}
          name="confirmation"
          autoComplete="new-password"
          required
        />
        <FailureAlert failure={failure} />
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          Sign Up
        </Button>
      </form>
    </IdentityPage>
  );
}
