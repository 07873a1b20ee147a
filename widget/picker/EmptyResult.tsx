/** The message of a search without results, with a reset button. `emptyGroup`: the group, if others have results. */
export function EmptyResult({ emptyGroup, onReset }: { emptyGroup: string | null; onReset: () => void }) {
  return (
    <div className="empty">
      <p className="secondary-text" role="status">
        {emptyGroup === null
          ? 'Ничего не\u00a0нашлось. Проверьте название или код.'
          : `В\u00a0группе «${emptyGroup}» ничего не\u00a0нашлось.`}
      </p>
      <button type="button" onClick={onReset}>
        {emptyGroup === null ? 'Сбросить поиск' : 'Искать во\u00a0всех группах'}
      </button>
    </div>
  );
}
