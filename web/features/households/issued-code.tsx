import type { Household, IssuedInvitation, OpenInvitation } from '../../../server/core/contracts/households.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, ShareIcon } from '../../components/icons.tsx';
import { LinkField } from '../../components/link-field.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useShareLink } from '../../components/use-share-link.ts';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { formatUses, formatWeekday } from './dates.ts';
import { codeGroups, invitationLink } from './invitation-code.ts';
import styles from './issued-code.module.css';

const qrCode = lazyCode(async () => (await import('./qr-code.tsx')).QrCode);

export interface IssuedCodeProps {
  household: Household;
  issued: Pick<IssuedInvitation, 'code' | 'expiresAt'> & Pick<OpenInvitation, 'usesLeft'>;
}

/** The QR code, the code and the link of an invitation. */
export function IssuedCode({ household, issued: { code, usesLeft, expiresAt } }: IssuedCodeProps) {
  const { value: QrCode } = useLazyCode(qrCode);
  const url = invitationLink(location.origin, code);
  const { isCopied, copy, share } = useShareLink({
    title: `Join ${household.name} on Potluck`,
    url,
    failure: 'The link could not be copied. Select it, or read out the code.',
  });
  return (
    <>
      <div className={styles.tile}>{QrCode ? <QrCode value={url} /> : <Skeleton width={230} height={230} />}</div>
      <div className={styles.words}>
        <p className={styles.code}>
          {codeGroups(code).map((group) => (
            <span key={group}>{group}</span>
          ))}
        </p>
        <p className={styles.until}>
          For {formatUses(usesLeft)}, until {formatWeekday(expiresAt)}
        </p>
      </div>
      <LinkField url={url} isCopied={isCopied} onCopy={copy} />
      <Button
        variant="primary"
        size="large"
        block
        className={styles.share}
        icon={isCopied ? <CheckIcon size={18} /> : <ShareIcon size={18} />}
        onClick={share}
      >
        {isCopied ? 'Link copied' : 'Share invitation'}
      </Button>
      <Announcement>{isCopied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
