/** Makes quoth-setup.exe and quoth-VERSION-windows-x64.zip in `target`, with their sums; returns their paths. */
export declare function packageForWindows(target: string): readonly string[];
/** Puts all that an installed copy on Windows consists of into a folder, instead of what was there. */
export declare function stageWindows(folder: string): void;
