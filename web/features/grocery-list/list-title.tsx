import { AddIcon, CheckIcon, DownIcon } from '../../components/icons.tsx';
import { titleClass } from '../../components/page-title.tsx';
import { useMenu } from '../../components/use-menu.ts';
import { chooseList } from '../../lib/households/saved-lists.ts';
import styles from './list-title.module.css';
import { mainListName } from './owners-lists.ts';
import type { NewList } from './use-new-list.tsx';
import type { ShownList } from './use-shown-list.ts';

export interface ListTitleProps {
  shown: ShownList;
  newList: NewList;
}

/** The title of the shown list. With several lists, it opens a menu of them. */
export function ListTitle({ shown: { owner, further, all }, newList }: ListTitleProps) {
  const { open, close, place, button, menu, item } = useMenu('Lists');
  const title = further?.name ?? mainListName;
  if (all.length === 0 && !further) return <h1 className={titleClass}>{title}</h1>;
  const lists = [{ id: null, name: mainListName }, ...all];
  const choose = (id: string | null) => {
    close();
    chooseList(owner.whose, id);
  };
  return (
    <div {...place} className={styles.place}>
      <h1 className={titleClass}>
        <button {...button} type="button" className={styles.title}>
          <span dir="auto" className={styles.name}>
            {title}
          </span>
          <DownIcon size={18} className={styles.arrow} />
        </button>
      </h1>
      {open && (
        <div {...menu}>
          {lists.map(({ id, name }) => {
            const isShown = id === (further?.id ?? null);
            return (
              <button {...item} key={id} type="button" aria-current={isShown || undefined} onClick={() => choose(id)}>
                <span className={styles.mark}>{isShown && <CheckIcon size={16} />}</span>
                <span dir="auto" className={styles.choice}>
                  {name}
                </span>
              </button>
            );
          })}
          <hr className={styles.line} />
          <button
            {...item}
            type="button"
            onClick={() => {
              close();
              newList.open();
            }}
          >
            <span className={styles.mark}>
              <AddIcon size={16} />
            </span>
            New list
          </button>
        </div>
      )}
    </div>
  );
}
