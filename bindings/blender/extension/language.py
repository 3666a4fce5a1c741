"""The texts of the panel in Japanese, for bpy.app.translations. Needs no Blender."""
from __future__ import annotations

OPERATORS = {
    "Check": "チェック",
    "Save Fixed Copy": "修正コピーを保存",
    "Save as VRM 1.0": "VRM 1.0 に変換して保存",
    "Save Optimized Copy": "最適化コピーを保存",
    "Start Spring Preview": "揺れもののプレビューを開始",
    "Stop Spring Preview": "揺れもののプレビューを停止",
    "Draw Portrait": "ポートレートを描画",
    "Restart Springs": "揺れものをリセット",
}
TEXTS = {
    # Panel
    "Check and Preview": "チェックとプレビュー",
    "Spring Preview": "揺れもののプレビュー",
    "Convert and Draw": "変換と描画",
    "Source": "対象",
    "Scene": "シーン",
    "File": "ファイル",
    "The scene, as the VRM add-on exports it": "VRM アドオンでエクスポートした現在のシーン",
    "A file that was exported": "エクスポート済みのファイル",
    "The exported file": "エクスポートしたファイル",
    "VRM File": "VRM ファイル",
    "No problems found": "問題は見つかりませんでした",
    "{0} errors, {1} warnings, {2} notes": "エラー {0} 件、警告 {1} 件、情報 {2} 件",
    "{0} joints move": "{0} 個のジョイントが動いています",
    "{0} joints have no bone here": "{0} 個のジョイントに対応するボーンがありません",
    # Operators
    "Check the file or the scene against the VRM specification": "ファイルまたはシーンを VRM の仕様に照らしてチェックします",
    "Write a copy with lossless, invisible fixes": "失うものがなく、見た目も変わらない修正だけを加えたコピーを書き出します",
    "Write a copy in VRM 1.0": "VRM 1.0 のコピーを書き出します",
    "Write a smaller copy without a visible change": "見た目を変えずに小さくしたコピーを書き出します",
    "Move the spring bones of the armature as libvrm does": "アーマチュアの揺れもののボーンを libvrm で動かします",
    "Stop the preview, and put the bones back": "プレビューを止め、ボーンを元に戻します",
    "Begin again from the rest pose": "静止ポーズからやり直します",
    "Draw a portrait of the file or the scene": "ファイルまたはシーンのポートレートを描画します",
    "Accept License Mapping": "ライセンスの読み替えを承諾",
    "The rights holder accepts that permissions have no exact equivalent in VRM 1.0":
        "利用許諾の一部は VRM 1.0 に正確に対応するものがありません。権利者はそれを承諾しています",
    "License URL": "ライセンスの URL",
    "The URL of the new license": "新しいライセンスの URL",
    "Author": "作者",
    "For a file that names none": "作者の記載がないファイルの場合に使います",
    "Encode Images Again": "画像を再エンコード",
    "This needs libvrm-render, and may take seconds": "libvrm-render が必要です。数秒かかることがあります",
    "Largest Texture": "テクスチャの最大サイズ",
    "Reduce images with a longer side (0: none)": "長辺がこれより大きい画像を縮小します（0：しない）",
    # Results
    "Saved {0}: {1} changes, {2} to {3} bytes": "{0} を保存しました：変更 {1} 件、{2} → {3} バイト",
    "Nothing to fix": "修正するものはありません",
    "The portrait is the image {0}": "ポートレートは画像 {0} です",
    "Choose a file": "ファイルを選択してください",
    "Select the armature of the avatar": "アバターのアーマチュアを選択してください",
    "The VRM add-on is not enabled. Enable it, or choose a file":
        "VRM アドオンが有効ではありません。有効にするか、ファイルを選択してください",
    "The VRM add-on cannot export the scene: {0}": "VRM アドオンがシーンをエクスポートできません：{0}",
    "The VRM add-on cannot export the scene. Export it there to see why":
        "VRM アドオンがシーンをエクスポートできません。理由は VRM アドオンでエクスポートすると確認できます",
    "The armature has no bone {0}": "アーマチュアにボーン {0} がありません",
    "The scene has no mesh {0}": "シーンにメッシュ {0} がありません",
    "No mesh has the material {0}": "マテリアル {0} を使うメッシュがありません",
    "{0} is hidden": "{0} は非表示です",
    "See the expression {0} in the panel of the VRM add-on": "表情 {0} は VRM アドオンのパネルで確認してください",
    "The preview stopped, because the armature changed": "アーマチュアが変わったため、プレビューを停止しました",
    "The file has no springs": "ファイルに揺れものがありません",
    "The armature does not fit the file: a bone is {0} cm away":
        "アーマチュアがファイルと一致しません：{0} cm 離れているボーンがあります",
    "The armature does not fit the file": "アーマチュアがファイルと一致しません",
    "The bones that the armature shares with the file are on one line":
        "アーマチュアとファイルに共通するボーンが一直線上にあります",
    "The object of the armature is mirrored or has no size": "アーマチュアのオブジェクトが反転しているか、大きさがありません",
    "No bone of the armature has the name of a spring's joint": "揺れもののジョイントと同じ名前のボーンがありません",
    "Fewer than 3 bones of the armature have names of the file":
        "ファイルと同じ名前のボーンが 3 本未満です",
    "Portraits need the Python package libvrm-render, which this build of the extension does not contain":
        "ポートレートには Python パッケージ libvrm-render が必要ですが、この拡張機能には含まれていません",
    "Images can be encoded again only with the Python package libvrm-render":
        "画像の再エンコードには Python パッケージ libvrm-render が必要です",
}
TRANSLATIONS = {"ja_JP": {
    **{("Operator", english): japanese for english, japanese in OPERATORS.items()},
    **{("*", english): japanese for english, japanese in TEXTS.items()},
}}
