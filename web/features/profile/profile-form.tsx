import { useEffect } from 'react';
import { profileLimits } from '../../../server/contracts/limits.ts';
import type { Profile } from '../../../server/contracts/profile.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useAskBeforeLeaving } from '../../lib/use-ask-before-leaving.ts';
import type { ProfileDraft } from './profile-draft.ts';
import styles from './profile-form.module.css';
import { type ProfileFormOptions, useProfileForm } from './use-profile-form.ts';

export interface ProfileFormProps extends ProfileFormOptions {
  profile: Profile;
  onChange: (draft: ProfileDraft) => void;
  onCancel: () => void;
}

export function ProfileForm({ onChange, onCancel, ...options }: ProfileFormProps) {
  const { profile, draft, photo } = options;
  const { form, submit, busy, failure, passwords, setPassword, errors } = useProfileForm(options);
  useAskBeforeLeaving(busy || photo !== undefined || Object.values(passwords).some((password) => password !== ''));
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  return (
    <form ref={form} className={styles.form} aria-label="Edit Profile" noValidate onSubmit={submit}>
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={profileLimits.username}
        value={draft.username}
        onChange={(username) => onChange({ ...draft, username })}
        error={errors.username}
      />
      {profile.hasPassword ? (
        <>
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            maxLength={profileLimits.email}
            value={draft.email}
            onChange={(email) => onChange({ ...draft, email })}
            error={errors.email}
          />
          <fieldset className={styles.passwords}>
            <legend className={styles.legend}>Password</legend>
            <PasswordField
              label="Current Password"
              name="current-password"
              autoComplete="current-password"
              maxLength={profileLimits.password}
              hint="Needed to change your email or password."
              value={passwords.current}
              onChange={setPassword('current')}
              error={errors.current}
            />
            <div className={styles.pair}>
              <PasswordField
                label="New Password"
                name="new-password"
                autoComplete="new-password"
                maxLength={profileLimits.password}
                value={passwords.new}
                onChange={setPassword('new')}
                error={errors.new}
              />
              <PasswordField
                label="Confirm New Password"
                name="confirmation"
                autoComplete="new-password"
                maxLength={profileLimits.password}
                value={passwords.confirmation}
                onChange={setPassword('confirmation')}
                error={errors.confirmation}
              />
            </div>
          </fieldset>
        </>
      ) : (
        <Alert kind="info">You sign in with Google. Your email and your password are kept there.</Alert>
      )}
      <FailureAlert failure={failure} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
