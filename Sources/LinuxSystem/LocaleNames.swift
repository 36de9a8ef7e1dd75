// SPDX-License-Identifier: Apache-2.0

/// The names of the C library's locales for a language.
enum LocaleNames {
  /// Languages with the countries that are tried in this order, besides that of the language's own letters.
  private static let known = """
    af_ZA am_ET ar_EG ar_SA ar_AE ar_MA ar_DZ ar_IQ ar_JO ar_KW ar_LB ar_LY ar_OM ar_QA ar_SY ar_TN \
    ar_YE ar_BH ar_SD be_BY bn_BD bn_IN bs_BA ca_ES ckb_IQ cs_CZ cy_GB da_DK de_AT de_CH dv_MV dz_BT \
    el_GR en_US en_GB en_IE en_AU en_CA en_NZ en_IN en_ZA es_MX es_AR es_CO es_CL es_PE es_US et_EE \
    eu_ES fa_IR fil_PH fr_CA fr_BE fr_CH fy_NL ga_IE gd_GB gl_ES gu_IN ha_NG he_IL hi_IN hy_AM ja_JP \
    ka_GE kk_KZ kl_GL km_KH kn_IN ko_KR ku_TR ky_KG lb_LU lo_LA ml_IN mr_IN ms_MY my_MM nb_NO ne_NP \
    nl_BE nn_NO oc_FR or_IN pa_IN pa_PK ps_AF pt_BR rw_RW se_NO si_LK sl_SI sq_AL sr_RS sv_SE sw_KE \
    sw_TZ ta_IN te_IN tg_TJ tk_TM ug_CN uk_UA ur_PK ur_IN vi_VN yi_US zh_CN zh_TW zu_ZA
    """

  /// The names that a locale of `language` may have, such as "pt-BR" or "ar"; the likeliest first.
  static func names(of language: String) -> [String] {
    let parts = language.split(separator: "-")
    guard let code = parts.first?.lowercased() else { return [] }
    var places: [String] = []
    var script = ""
    for part in parts.dropFirst() {
      if part.utf8.count == 2 { places.append("\(code)_\(part.uppercased())") }
      if part.utf8.count == 4 { script = "-" + part.lowercased() }
    }
    if case "zh-hant" = code + script { places.append("zh_TW") }
    places.append("\(code)_\(code.uppercased())")
    places += known.split(separator: " ").filter { $0.hasPrefix("\(code)_") }.map(String.init)
    let names = places.map { $0 + ".UTF-8" }
    switch code + script {
    case "sr-latn": return names.map { $0 + "@latin" }
    // The C library's own texts are English.
    case "en": return names + ["C"]
    default: return names
    }
  }
}
