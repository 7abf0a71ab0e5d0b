import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined';
import { IconButton } from './button.tsx';
import { CheckIcon, icon } from './icons.tsx';
import styles from './link-field.module.css';

const CopyIcon = icon(CopyOutlined);

export interface LinkFieldProps {
  url: string;
  /** As `useShareLink` returns it. */
  isCopied: boolean;
  onCopy: () => void;
}

/** A link to read, with a button that copies it. */
export const LinkField = ({ url, isCopied, onCopy }: LinkFieldProps) => (
  <div className={styles.link}>
    <span className={styles.url}>{url.replace(/^https?:\/\//, '')}</span>
    <IconButton
      label="Copy link"
      icon={isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      className={styles.copy}
      onClick={onCopy}
    />
  </div>
);
