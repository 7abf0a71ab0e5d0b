import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { useGo } from '../../lib/use-go.ts';
import { parseTypedCode } from './invitation-code.ts';
import styles from './join-code-screen.module.css';
import { JoinPage } from './join-page.tsx';

function codeProblem(code: string): string | undefined {
  if (!code.trim()) return 'Enter the code of your invitation';
  return parseTypedCode(code) ? undefined : 'A code has ten letters and digits, such as 7KQ4M 2X9DP';
}

/** Opens the invitation of a code that was read out or sent without its link. Starts with one that has a typo. */
export function JoinCodeScreen() {
  const go = useGo();
  const refused: unknown = useLocation().state?.refusedCode;
  const [draft, setDraft] = useState({ code: typeof refused === 'string' ? refused : '' });
  const { props, field } = useForm({
    draft,
    onChange: setDraft,
    check: ({ code }) => ({ code: codeProblem(code) }),
    send: async ({ code }) => go(`/join/${parseTypedCode(code)}`),
    explain: () => ({ text: 'The invitation could not be opened' }),
  });
  return (
    <JoinPage>
      <PageTitle title="Join a household" size="large" />
      <p className={styles.lead}>Type the code that a member has sent you, or paste the whole link.</p>
      <form {...props} className={styles.form}>
        <TextField
          size="large"
          label="Code"
          {...field('code')}
          hint="Ten letters and digits. Spaces and lower case do not matter."
          autoComplete="off"
          required
        />
        <Button type="submit" variant="primary" size="large" block>
          Continue
        </Button>
      </form>
    </JoinPage>
  );
}
