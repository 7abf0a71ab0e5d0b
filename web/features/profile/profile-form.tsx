import { useEffect } from 'react';
import { profileLimits } from '../../../server/core/contracts/limits.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { FormPart } from '../../components/form-part.tsx';
import { PasswordField, TextField } from '../../components/text-field.tsx';
import { useAskBeforeLeaving } from '../../lib/use-ask-before-leaving.ts';
import styles from './profile-form.module.css';
import { type ProfileFormOptions, useProfileForm } from './use-profile-form.ts';

export function ProfileForm({ onCancel, ...options }: ProfileFormOptions & { onCancel: () => void }) {
  const { form, passwords } = useProfileForm(options);
  const { field, busy } = form;
  const { ref } = form.props;
  const hasTypedPassword = Object.values(passwords).some((password) => password !== '');
  useAskBeforeLeaving(busy || options.photo !== undefined || hasTypedPassword);
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);

  const cancel = (
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  );
  return (
    <Form form={form} label="Edit Profile" action="Save Changes" otherActions={cancel}>
      <div className={styles.fields}>
        <TextField
          label="Username"
          {...field('username')}
          name="username"
          autoComplete="nickname"
          required
          maxLength={profileLimits.username}
        />
        {options.profile.hasPassword ? (
          <>
            <TextField
              label="Email"
              {...field('email')}
              type="email"
              name="email"
              autoComplete="username"
              required
              maxLength={profileLimits.email}
            />
            <FormPart legend="Password" className={styles.passwords}>
              <PasswordField
                label="Current Password"
                {...field('currentPassword')}
                name="current-password"
                autoComplete="current-password"
                maxLength={profileLimits.password}
                hint="Needed to change your email or password."
              />
              <div className={styles.pair}>
                <PasswordField
                  label="New Password"
                  {...field('newPassword')}
                  name="new-password"
                  autoComplete="new-password"
                  maxLength={profileLimits.password}
                />
                <PasswordField
                  label="Confirm New Password"
                  {...field('confirmation')}
                  name="confirmation"
                  autoComplete="new-password"
                  maxLength={profileLimits.password}
                />
              </div>
            </FormPart>
          </>
        ) : (
          <Alert kind="info">You sign in with Google. Your email and your password are kept there.</Alert>
        )}
      </div>
    </Form>
  );
}
