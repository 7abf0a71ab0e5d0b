import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { emailProblem } from '../../lib/field-checks.ts';
import { identityErrorMessage } from '../../lib/identity/identity-errors.ts';
import { prepareSignIn, requestPasswordReset } from '../../lib/identity/session.ts';
import styles from './identity-page.module.css';
import { IdentityPage } from './identity-page.tsx';

interface SentLink {
  email: string;
  byEmail: boolean;
}

export function ForgotPasswordScreen() {
  const { state } = useLocation();
  const [draft, setDraft] = useState({ email: '' });
  const [sent, setSent] = useState<SentLink>();
  useEffect(prepareSignIn, []);

  const { props, field, failure, busy } = useForm({
    draft,
    onChange: setDraft,
    check: ({ email }) => ({ email: emailProblem(email) }),
    send: async ({ email }) => {
      const address = email.trim();
      setSent({ email: address, byEmail: await requestPasswordReset(address) });
    },
    explain: (error) => ({ text: identityErrorMessage(error, 'The link could not be sent. Try again in a moment.') }),
  });

  return (
    <IdentityPage
      title="Forgot password?"
      lead="Enter your email, and you get a link to choose a new one."
      footer={
        <Link to="/login" state={state}>
          Back to the login
        </Link>
      }
    >
      {sent && (
        <Alert kind="success" className={styles.alert}>
          {sentText(sent)}
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
        <FailureAlert failure={failure} />
        <Button type="submit" variant={sent ? 'secondary' : 'primary'} size="large" block busy={busy}>
          {sent ? 'Send it again' : 'Send the link'}
        </Button>
      </form>
    </IdentityPage>
  );
}

/** The same for an address without an account, so that nobody can find out who has one. */
const sentText = ({ email, byEmail }: SentLink): string =>
  byEmail
    ? `If ${email} has an account, a link is on its way. It can take a minute, and may be in the spam folder.`
    : `If ${email} has an account, its link is printed where Potluck runs. Ask the person who runs it for the link.`;
