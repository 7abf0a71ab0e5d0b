import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { Alert } from '../../components/alert.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DecisionsAboutMe } from '../../components/decisions-about-me.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useSession } from '../../lib/identity/session.ts';
import { Accesses } from './accesses.tsx';
import { followProfile, profileQuery } from './api.ts';
import { Appearance } from './appearance.tsx';
import { OwnPage } from './own-page.tsx';
import { PhotoButtons } from './photo-buttons.tsx';
import { type ChosenPhoto, isChanged, toDraft, useProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-screen.module.css';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { TableBanner } from './table-banner.tsx';

/** The route is for signed-in users only. */
export function ProfileScreen() {
  const session = useSession();
  return session.status === 'signedIn' && <OwnProfile key={session.user.uid} uid={session.user.uid} />;
}

function OwnProfile({ uid }: { uid: string }) {
  const profile = useQuery(profileQuery(uid));
  useEffect(followProfile, []);
  return (
    <div className={styles.screen}>
      <PageTitle title="Profile" />
      <LoadFailure query={profile} subject="Your profile" className={styles.alert}>
        Failed to fetch profile
      </LoadFailure>
      <DecisionsAboutMe uid={uid} />
      {profile.isPending && <ProfileSkeleton />}
      {profile.data && <LoadedProfile uid={uid} profile={profile.data} />}
      <OwnPage uid={uid} />
      <Appearance />
      <Accesses uid={uid} />
    </div>
  );
}

function LoadedProfile({ uid, profile }: { uid: string; profile: Profile }) {
  const [draft, setDraft] = useProfileDraft(uid);
  /** Whether the user has opened the form on this screen. A changed draft from an earlier visit shows the form, too. */
  const [isOpened, setIsOpened] = useState(false);
  const [savedMessage, setSavedMessage] = useState<string>();
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const editing = draft !== null && (isOpened || isChanged(draft, profile));
  const editButton = useFocusOnClose(editing);

  const open = () => {
    setSavedMessage(undefined);
    setIsOpened(true);
    setDraft(toDraft(profile));
  };
  const close = (message?: string) => {
    setIsOpened(false);
    setDraft(null);
    setPhoto(undefined);
    setSavedMessage(message);
  };

  const { username, email, memberSince } = profile;
  const avatar = photo === undefined ? profile.avatar : photo;
  return (
    <>
      {savedMessage && (
        <Alert kind="success" className={styles.alert}>
          {savedMessage}
        </Alert>
      )}
      <Card className={styles.card}>
        <TableBanner />
        <div className={styles.content}>
          <div className={styles.who}>
            <Avatar uid={uid} name={username} photoURL={avatar} size={112} className={styles.avatar} />
            <div className={styles.words}>
              <h2 className={styles.name} dir="auto">
                {username}
              </h2>
              {email && <p className={styles.email}>{email}</p>}
              <p className={styles.since}>
                Member since <time dateTime={memberSince}>{formatMonth(memberSince)}</time>
              </p>
            </div>
            {editing ? (
              <PhotoButtons hasPhoto={avatar !== null} onChange={setPhoto} />
            ) : (
              <Button ref={editButton} variant="primary" className={styles.edit} onClick={open}>
                Edit Profile
              </Button>
            )}
          </div>
          {editing && (
            <ProfileForm
              uid={uid}
              profile={profile}
              draft={draft}
              photo={photo}
              onChange={setDraft}
              onCancel={() => close()}
              onSaved={close}
            />
          )}
        </div>
      </Card>
    </>
  );
}

/** The ref of the button that opens the form. It gets the focus back when the form closes. */
function useFocusOnClose(editing: boolean) {
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return editButton;
}

const formatMonth = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
