import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';

export interface PageHeadProps {
  title: ReactNode;
  /** The title of the document, if `title` is more than text. */
  documentTitle?: string;
  /** Beside the title. */
  children?: ReactNode;
  /** At the right. */
  actions?: ReactNode;
}

/** The h1 of a page of the console. */
export function PageHead({ title, documentTitle, children, actions }: PageHeadProps) {
  useDocumentTitle(documentTitle ?? String(title));
  return (
    <div className="op-title">
      <h1>{title}</h1>
      {children}
      {actions && <div className="op-title-actions">{actions}</div>}
    </div>
  );
}
