/** The fields of React's fibers that the log reads. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** React's flag for a component whose function ran in this commit. */
const PERFORMED_WORK = 1;

/** Names of the components rendered in each commit, as React reports them to its developer tools. */
export interface RenderLog {
  readonly names: string[];
  /** Returns the recorded names and clears them. */
  takeNames(): string[];
}

/** Records the renders of every React root. Must be called before React is loaded. */
export function recordRenders(): RenderLog {
  const names: string[] = [];
  const visit = (fiber: Fiber, previous: Fiber | null) => {
    const performed = typeof fiber.type === 'function' && (fiber.flags & PERFORMED_WORK) !== 0;
    // A fiber that this commit skipped keeps the flags of the previous commit.
    if (performed && fiber !== previous) names.push((fiber.type as { name: string }).name);
    if (previous && fiber.child === previous.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, current.alternate),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
  return { names, takeNames: () => names.splice(0) };
}
